import { describe, expect, test } from 'vitest'
import { createCommitSigner } from './commit-signature.ts'
import { fromArmor, toArmor } from './openpgp-packets.ts'
import { rsaSigningKey, signedAt, signedText, signingKey } from '../testing/signing-fixture.ts'

const kind = 'PRIVATE KEY BLOCK'
const sign = (privateKey: string) => createCommitSigner(privateKey, signedAt)(Buffer.from(signedText))

describe('a signature of a commit', () => {
  test.each([signingKey, rsaSigningKey])('is the one that gpg has found good', ({ privateKey, signature }) => {
    expect(sign(privateKey)).toBe(signature)
    expect(createCommitSigner(privateKey, signedAt)(Buffer.from('other'))).not.toBe(signature)
  })

  test('needs a whole key of a known kind, without a passphrase', () => {
    expect(() => sign('no key')).toThrow('does not begin with -----BEGIN PGP PRIVATE KEY BLOCK-----')
    const bytes = fromArmor(signingKey.privateKey, kind)
    const changed = (at: number, value: number) =>
      toArmor(kind, Buffer.concat([bytes.subarray(0, at), Buffer.from([value]), bytes.subarray(at + 1)]))
    // Two bytes of the packet, then its version, its time and its algorithm; the byte before the secret half says how it is protected.
    expect(() => sign(changed(2, 3))).toThrow('has version 3')
    expect(() => sign(changed(7, 18))).toThrow('neither RSA nor Ed25519')
    expect(() => sign(changed(2 + 51, 254))).toThrow('protected with a passphrase')
    expect(() => sign(toArmor(kind, bytes.subarray(0, 40)))).toThrow('is damaged')
    expect(() => sign(toArmor(kind, Buffer.from([1, 2, 3])))).toThrow('is damaged')
  })
})
