import { AppError, parseJson } from '@portico/core/common'
import { createAllowList, createGuardedRequest, refuseStatus, toWebAddress } from '@portico/core/server/outbound'
import { hash } from 'node:crypto'
import { z } from 'zod'
import type { GitHttpOptions } from './git-http.ts'
import { sourceInvalid, sourceUnreadable } from './reading-errors.ts'

/** What a repository holds in place of a file that Git LFS keeps elsewhere. */
export interface LfsPointer {
  readonly oid: string
  readonly size: number
}

const maxPointerBytes = 1024
const pointerShape = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:ext-[^\n]*\n)*oid sha256:([0-9a-f]{64})\nsize (\d{1,15})\n?$/
const mediaType = 'application/vnd.git-lfs+json'

const BatchReply = z.object({
  objects: z
    .array(
      z.object({
        oid: z.string(),
        error: z.object({ message: z.string().max(500) }).optional(),
        actions: z
          .object({ download: z.object({ href: z.string(), header: z.record(z.string(), z.string()).default({}) }).optional() })
          .optional(),
      }),
    )
    .max(1),
})

/** The host has answered, and the next answer will not be another. */
class LfsError extends Error {}

/** The pointer that a file is; undefined for any other file. */
export function readLfsPointer(bytes: Uint8Array): LfsPointer | undefined {
  if (bytes.length > maxPointerBytes) return undefined
  const [, oid, size] = pointerShape.exec(Buffer.from(bytes).toString('latin1')) ?? []
  return oid === undefined ? undefined : { oid, size: Number(size) }
}

export function lfsNotFollowed(file: string, why: string, { isLasting = true } = {}): AppError {
  const message = `${file} is a pointer of Git LFS, and its content cannot be read: ${why}`
  return isLasting ? sourceInvalid(message) : sourceUnreadable(message)
}

/** Follows pointers by the batch API that hosts with Git LFS have beside git itself, under the same guard. */
export function createLfs({ credentials, ...guard }: GitHttpOptions) {
  const request = createGuardedRequest(guard)
  const verdictOn = createAllowList(guard.allow)

  async function downloadOf(repository: string, { oid, size }: LfsPointer, signal: AbortSignal | undefined) {
    const batch = toWebAddress(`${repository.replace(/\.git$/, '')}.git/info/lfs/objects/batch`)
    const body = Buffer.from(JSON.stringify({ operation: 'download', transfers: ['basic'], objects: [{ oid, size }] }))
    const headers = async (to: URL) => ({ accept: mediaType, 'content-type': mediaType, ...(await credentials?.git(to)) })
    const { answer } = await request(batch, { headers, body, signal })
    refuseStatus(answer, batch.href)
    const reply = BatchReply.safeParse(parseJson(answer.bytes.toString('utf8')))
    const [object] = reply.data?.objects ?? []
    const download = object?.actions?.download
    if (!download) throw new LfsError(object?.error?.message ?? 'the host does not say where it is')
    return download
  }

  async function fetchObject(repository: string, pointer: LfsPointer, signal: AbortSignal | undefined): Promise<Uint8Array> {
    if (pointer.size > guard.maxBytes) throw new LfsError(`it has ${pointer.size} bytes, and more than ${guard.maxBytes} are not read`)
    const { href, header } = await downloadOf(repository, pointer, signal)
    const place = toWebAddress(href)
    // Such an address is often a key to the file by itself, and is never told.
    if (!verdictOn(place).isAllowed) throw new LfsError(`it is on ${place.host}, which is to be named in backend.reading.allow`)
    // What the host says to send along is for that address; our own credentials only for a host that config has them for.
    const headers = async (to: URL) => ({ ...(await credentials?.git(to)), ...(to.origin === place.origin ? header : {}) })
    const { answer } = await request(place, { headers, signal })
    refuseStatus(answer, place.origin)
    if (hash('sha256', answer.bytes, 'hex') !== pointer.oid) throw new LfsError('what came is not what the pointer names')
    return answer.bytes
  }

  /** The content of a file: the file itself, or what it points to. */
  return async function followed(
    bytes: Uint8Array,
    { repository, file, signal }: { readonly repository: string; readonly file: string; readonly signal?: AbortSignal | undefined },
  ): Promise<Uint8Array> {
    const pointer = readLfsPointer(bytes)
    if (!pointer) return bytes
    try {
      return await fetchObject(repository, pointer, signal)
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      const isLasting = error instanceof LfsError || (error instanceof AppError && error.status < 500)
      throw lfsNotFollowed(`${file} of ${repository}`, error instanceof Error ? error.message : String(error), { isLasting })
    }
  }
}
