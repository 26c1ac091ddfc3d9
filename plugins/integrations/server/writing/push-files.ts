import { AppError, conflictError, inputError, notFoundError, unavailableError } from '@portico/core/common'
import { BoundedProcessError, startBoundedProcess } from '@portico/core/server/worker'
import { createGitHttp } from '../reading/git-http.ts'
import type { GitAnswer, GitRequest, PushedFile, PushMessage, PushStep } from './push-worker.ts'
import type { PushAccess } from './repositories.ts'

export interface PushRequest {
  /** The folder whose files are pushed. */
  readonly folder: string
  readonly files: readonly PushedFile[]
  readonly access: PushAccess
  /** A branch, or a whole ref such as `refs/for/main`. */
  readonly target: string
  /** The branch that the commit follows; by default it follows nothing. */
  readonly base?: string | undefined
  /** The branch must not be there yet, unless this very push has made it; the time of its commit, in seconds. */
  readonly newAt?: number | undefined
  readonly message: string
  readonly author: { readonly name: string; readonly email: string }
  /** The private key of OpenPGP that signs the commit. */
  readonly signingKey?: string | undefined
  readonly signal: AbortSignal
}

const timeoutMs = 120_000
const maxAnswerBytes = 20 * 2 ** 20
const heapMegabytes = 256
const maxResidentBytes = 1.5 * 2 ** 30

/**
 * Pushes files as one commit, over HTTP. Modes and links are kept. Returns the commit. Git works in a process of its own that reads the folder and
 * nothing else; its requests are sent here, under the guard.
 */
export async function pushFiles(request: PushRequest): Promise<string> {
  const { folder, files, access, target, base, newAt, message, author, signingKey, signal } = request
  const child = startBoundedProcess({
    module: new URL('./push-worker.ts', import.meta.url),
    readable: [folder, `${folder}/*`],
    heapMegabytes,
    maxResidentBytes,
    serialization: 'advanced',
  })
  const send = createSender(access, signal)
  const call = (content: PushMessage) => child.send<PushStep>(content, { timeoutMs, signal })
  try {
    const order = {
      folder,
      files: files.map(({ path, isExecutable, link }) => ({ path, isExecutable, link })),
      url: access.cloneUrl,
      ref: target.startsWith('refs/') ? target : `refs/heads/${target}`,
      base,
      isNew: newAt !== undefined,
      message,
      author,
      at: newAt ?? Math.floor(Date.now() / 1000),
      signingKey,
    }
    let step = await call({ order })
    while ('request' in step) step = await call({ answer: await send(step.request) })
    if ('commit' in step) return step.commit
    throw failureOf(step, access.cloneUrl)
  } catch (error) {
    signal.throwIfAborted()
    throw toPushError(error, access.cloneUrl)
  } finally {
    child.stop()
  }
}

/** Sends the requests of a push. The password goes to the host of the repository and to no other. */
function createSender({ cloneUrl, username, password }: PushAccess, signal: AbortSignal) {
  const { host } = new URL(cloneUrl)
  const header = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const credentials = { git: async (url: URL): Promise<Record<string, string>> => (url.host === host ? { authorization: header } : {}) }
  const client = createGitHttp({ allow: [{ host }], timeoutMs, maxBytes: maxAnswerBytes, credentials })(cloneUrl, signal)
  return async ({ url, method, headers, body }: GitRequest): Promise<GitAnswer> => {
    const answer = await client.request({ url, method, headers: { ...headers }, ...(body && { body: oneChunk(body) }) })
    const chunks: Uint8Array[] = []
    for await (const chunk of answer.body ?? []) chunks.push(chunk)
    const { statusCode, statusMessage, headers: told = {} } = answer
    return { url: answer.url, statusCode, statusMessage, headers: told, body: Buffer.concat(chunks) }
  }
}

async function* oneChunk(bytes: Uint8Array): AsyncIterableIterator<Uint8Array> {
  yield bytes
}

function failureOf({ failure, said }: Extract<PushStep, { failure: string }>, url: string): AppError {
  if (failure === 'branch-missing') return notFoundError(`There is no branch ${said} in ${url}`, { code: 'integrations.branch-not-found' })
  if (failure === 'rejected') return conflictError(`${url} rejected the push: ${said}`, { code: 'integrations.push-rejected' })
  return conflictError(`${url} has a branch ${said} already, and what it holds would be lost: use an empty repository or another branch`, {
    code: 'integrations.branch-taken',
  })
}

function toPushError(error: unknown, url: string): unknown {
  const code = 'integrations.push-failed'
  if (error instanceof BoundedProcessError) return toBoundError(error)
  if (error instanceof AppError && error.code?.startsWith('integrations.')) return error
  if (error instanceof AppError) return new AppError(error.name, `The push failed: ${error.message}`, { code })
  return unavailableError(`The push to ${url} failed: ${(error as Error).message}`, { code, cause: error })
}

function toBoundError({ reason, message }: BoundedProcessError): AppError {
  if (reason === 'failure') return inputError(`The commit could not be made or pushed: ${message}`, { code: 'integrations.push-failed' })
  const limit =
    reason === 'timeout' ? `took longer than ${timeoutMs / 1000} s` : `needed more than ${maxResidentBytes / 2 ** 20} MB of memory`
  if (reason === 'timeout' || reason === 'memory') return inputError(`Git ${limit} for the push`, { code: 'integrations.push-limit' })
  return unavailableError('The process that pushes could not be used', { code: 'integrations.push-failed' })
}
