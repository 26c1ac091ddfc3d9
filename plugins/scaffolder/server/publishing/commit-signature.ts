import { createPrivateKey, hash, sign as signBytes, type KeyObject } from 'node:crypto'
import { createPacketReader, mpi, packet, readPackets, toArmor, fromArmor, type PacketReader } from './openpgp-packets.ts'

const [rsa, rsaSigning, eddsaLegacy, ed25519] = [1, 3, 22, 27]
const sha512 = 10
const [secretKeyTag, secretSubkeyTag, signatureTag] = [5, 7, 2]
const [creationTime, issuer, issuerFingerprint] = [2, 16, 33]

interface SigningKey {
  readonly algorithm: number
  readonly key: KeyObject
  readonly fingerprint: Buffer
}

/**
 * Signs commits with a private key of OpenPGP, as `gpg --export-secret-keys --armor` writes it: RSA or Ed25519, without a passphrase, since
 * config has no place for one. Only the format is made here; the signature itself is Node's.
 */
export function createCommitSigner(armored: string, at: number): (text: Buffer) => string {
  const { algorithm, key, fingerprint } = readSigningKey(armored)
  return text => {
    const hashed = Buffer.concat([
      subpacket(issuerFingerprint, Buffer.concat([Buffer.from([4]), fingerprint])),
      subpacket(creationTime, uint32(at)),
    ])
    const unhashed = subpacket(issuer, fingerprint.subarray(-8))
    // Version 4, the signature of a document.
    const head = Buffer.concat([Buffer.from([4, 0, algorithm, sha512]), uint16(hashed.length), hashed])
    const signed = Buffer.concat([text, head, Buffer.from([4, 0xff]), uint32(head.length)])
    const digest = hash('sha512', signed, 'buffer')
    const body = Buffer.concat([
      head,
      uint16(unhashed.length),
      unhashed,
      digest.subarray(0, 2),
      signatureOf(algorithm, key, signed, digest),
    ])
    return toArmor('SIGNATURE', packet(signatureTag, body))
  }
}

function signatureOf(algorithm: number, key: KeyObject, signed: Buffer, digest: Buffer): Buffer {
  if (algorithm === rsa || algorithm === rsaSigning) return mpi(signBytes('sha512', signed, key))
  // Ed25519 signs the digest, not the text.
  const made = signBytes(undefined, digest, key)
  return algorithm === ed25519 ? made : Buffer.concat([mpi(made.subarray(0, 32)), mpi(made.subarray(32))])
}

/** The first key of the text that can sign. */
function readSigningKey(armored: string): SigningKey {
  const keys = readPackets(fromArmor(armored, 'PRIVATE KEY BLOCK')).filter(({ tag }) => tag === secretKeyTag || tag === secretSubkeyTag)
  for (const { body } of keys) {
    const found = readKey(body)
    if (found) return found
  }
  throw new Error('The key for signing commits is neither RSA nor Ed25519')
}

function readKey(body: Buffer): SigningKey | undefined {
  const reader = createPacketReader(body)
  const [version] = reader.take(5)
  const algorithm = reader.byte()
  if (version !== 4) throw new Error(`The key for signing commits has version ${version}; only version 4 is known`)
  const read = algorithm === rsa || algorithm === rsaSigning ? readRsa : algorithm === eddsaLegacy ? readEddsa : readEd25519
  if (![rsa, rsaSigning, eddsaLegacy, ed25519].includes(algorithm)) return undefined
  const { key, publicLength } = read(reader)
  const publicPart = body.subarray(0, publicLength)
  const fingerprint = hash('sha1', Buffer.concat([Buffer.from([0x99]), uint16(publicPart.length), publicPart]), 'buffer')
  return { algorithm, key, fingerprint }
}

interface ReadKey {
  readonly key: KeyObject
  /** How many bytes of the packet its public half has. */
  readonly publicLength: number
}

function readRsa(reader: PacketReader): ReadKey {
  const [n, e] = [reader.mpi(), reader.mpi()]
  const publicLength = reader.at()
  refuseProtected(reader)
  const [d, p, q, u] = [reader.mpi(), reader.mpi(), reader.mpi(), reader.mpi()]
  const remainder = (prime: Buffer) => toBytes(toNumber(d) % (toNumber(prime) - 1n))
  // OpenPGP keeps the inverse of p, JWK that of q: the primes change places.
  const jwk = { kty: 'RSA', n, e, d, p: q, q: p, dp: remainder(q), dq: remainder(p), qi: u }
  const text = Object.fromEntries(
    Object.entries(jwk).map(([name, value]) => [name, typeof value === 'string' ? value : value.toString('base64url')]),
  )
  return { key: createPrivateKey({ key: text, format: 'jwk' }), publicLength }
}

function readEddsa(reader: PacketReader): ReadKey {
  reader.take(reader.byte())
  const point = reader.mpi()
  const publicLength = reader.at()
  refuseProtected(reader)
  const seed = reader.mpi()
  // The point has a byte in front that says how it is written; leading zeros of the seed are not stored.
  return { key: toEd25519(Buffer.concat([Buffer.alloc(32 - seed.length), seed]), point.subarray(-32)), publicLength }
}

function readEd25519(reader: PacketReader): ReadKey {
  const point = reader.take(32)
  const publicLength = reader.at()
  refuseProtected(reader)
  return { key: toEd25519(reader.take(32), point), publicLength }
}

function toEd25519(seed: Buffer, point: Buffer): KeyObject {
  const key = { kty: 'OKP', crv: 'Ed25519', d: seed.toString('base64url'), x: point.toString('base64url') }
  return createPrivateKey({ key, format: 'jwk' })
}

function refuseProtected(reader: PacketReader): void {
  if (reader.byte() !== 0) throw new Error('The key for signing commits is protected with a passphrase, which config cannot give')
}

function subpacket(type: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([content.length + 1, type]), content])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function toNumber(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex') || '0'}`)
}

function toBytes(value: bigint): Buffer {
  const text = value.toString(16)
  return Buffer.from(text.length % 2 === 0 ? text : `0${text}`, 'hex')
}
