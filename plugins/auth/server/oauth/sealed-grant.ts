import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const ivLength = 12
const tagLength = 16

/** The result of a refresh, encrypted with its token: the database alone does not reveal it. */
export function sealFor(token: string, value: unknown): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', keyOf(token), iv)
  return Buffer.concat([iv, cipher.update(JSON.stringify(value), 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** Undefined for what was not sealed for this token. */
export function openFor(token: string, sealed: Buffer): unknown {
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(token), sealed.subarray(0, ivLength))
    decipher.setAuthTag(sealed.subarray(-tagLength))
    const text = Buffer.concat([decipher.update(sealed.subarray(ivLength, -tagLength)), decipher.final()])
    return JSON.parse(text.toString('utf8'))
  } catch {
    return undefined
  }
}

function keyOf(token: string): Buffer {
  return createHash('sha256').update(`shared grant\0${token}`).digest()
}
