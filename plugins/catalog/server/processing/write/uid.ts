import { randomUUID } from 'node:crypto'

/**
 * A new UUID that begins with the time (version 7): those made together stand together in the index, which is then several times as
 * fast to write.
 */
export function newUid(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
