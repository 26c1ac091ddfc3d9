import { AppError, conflictError, notFoundError } from '@portico/core/common'
import { createGitHttp, type PushAccess } from '@portico/integrations/server'
import type { WorkspaceFile } from '../workspace/workspace.ts'
import { packFiles } from './pack-files.ts'
import { readRefs, readReport, toPushRequest, type RemoteRefs } from './receive-pack.ts'

export interface PushRequest {
  /** The folder whose files are pushed. */
  readonly folder: string
  /** Its files, with paths from the folder. */
  readonly files: readonly Pick<WorkspaceFile, 'path' | 'isExecutable' | 'link'>[]
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
const maxBytes = 20 * 2 ** 20

/** Pushes files as one commit, over HTTP. Modes and links are kept. Returns the commit. */
export async function pushFiles(request: PushRequest): Promise<string> {
  const { folder, files, access, target, base, newAt, message, author, signingKey, signal } = request
  const send = createRemote(access, signal)
  try {
    const remote = readRefs(await send('info/refs?service=git-receive-pack'))
    const fields = {
      message,
      author,
      at: newAt ?? Math.floor(Date.now() / 1000),
      parent: base === undefined ? undefined : tipOf(remote, base, access),
    }
    const { commit, pack } = await packFiles(
      {
        folder,
        files: files.map(({ path, isExecutable, link }) => ({ path, isExecutable, link })),
        commit: fields,
        signingKey,
      },
      signal,
    )
    const ref = target.startsWith('refs/') ? target : `refs/heads/${target}`
    const there = newAt === undefined ? undefined : remote.refs.get(ref)
    if (there === commit) return commit
    if (there !== undefined) throw branchTaken(target, access)
    const { refusal, said } = readReport(await send('git-receive-pack', toPushRequest(remote, ref, commit, pack)), remote)
    if (refusal !== undefined)
      throw conflictError(`${access.cloneUrl} rejected the push: ${refusal}${said === '' ? '' : `: ${said}`}`, {
        code: 'scaffolder.push-rejected',
      })
    return commit
  } catch (error) {
    signal.throwIfAborted()
    throw toPushError(error, access.cloneUrl)
  }
}

/** The requests of a push. The password goes to the host of the repository and to no other. */
function createRemote({ cloneUrl, username, password }: PushAccess, signal: AbortSignal) {
  const { host } = new URL(cloneUrl)
  const header = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const credentials = { git: async (url: URL): Promise<Record<string, string>> => (url.host === host ? { authorization: header } : {}) }
  const client = createGitHttp({ allow: [{ host }], timeoutMs, maxBytes, credentials })(cloneUrl, signal)
  return async function send(path: string, body?: Buffer): Promise<Buffer> {
    const service = 'application/x-git-receive-pack'
    const headers = { 'user-agent': 'git/portico', ...(body && { 'content-type': `${service}-request`, accept: `${service}-result` }) }
    const answer = await client.request({
      url: `${cloneUrl}/${path}`,
      method: body ? 'POST' : 'GET',
      headers,
      ...(body && { body: onePiece(body) }),
    })
    const pieces: Uint8Array[] = []
    for await (const piece of answer.body ?? []) pieces.push(piece)
    return Buffer.concat(pieces)
  }
}

async function* onePiece(bytes: Buffer): AsyncIterableIterator<Uint8Array> {
  yield bytes
}

function tipOf({ refs }: RemoteRefs, branch: string, { cloneUrl }: PushAccess): string {
  const found = refs.get(`refs/heads/${branch}`)
  if (found === undefined) throw notFoundError(`There is no branch ${branch} in ${cloneUrl}`, { code: 'scaffolder.branch-not-found' })
  return found
}

function branchTaken(branch: string, { cloneUrl }: PushAccess): AppError {
  return conflictError(
    `${cloneUrl} has a branch ${branch} already, and what it holds would be lost: use an empty repository or another branch`,
    {
      code: 'scaffolder.branch-taken',
    },
  )
}

function toPushError(error: unknown, url: string): unknown {
  if (error instanceof AppError && error.code?.startsWith('scaffolder.')) return error
  if (error instanceof AppError) return new AppError(error.name, `The push failed: ${error.message}`, { code: 'scaffolder.push-failed' })
  const { message } = error as Error
  return new AppError('ServiceUnavailableError', `The push to ${url} failed: ${message}`, { code: 'scaffolder.push-failed', cause: error })
}
