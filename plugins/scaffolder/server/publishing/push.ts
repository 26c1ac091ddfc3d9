import { AppError, conflictError } from '@portico/core/common'
import { createGitHttp, type PushAccess } from '@portico/integrations/server'
import fs from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { WorkspaceFile } from '../workspace/workspace.ts'

export interface PushRequest {
  /** The folder whose files are pushed. */
  readonly folder: string
  /** Its files, with paths from the folder. */
  readonly files: readonly Pick<WorkspaceFile, 'path'>[]
  readonly access: PushAccess
  /** A branch, or a whole ref such as `refs/for/main`. */
  readonly target: string
  readonly message: string
  readonly author: { readonly name: string; readonly email: string }
  readonly signal: AbortSignal
}

const timeoutMs = 120_000
const maxBytes = 20 * 2 ** 20

// Large, and seldom needed.
const load = () => import('isomorphic-git')

/** Pushes files as one commit without a parent, over HTTP. Modes and links are kept. Returns the commit. */
export async function pushFiles({ folder, files, access, target, message, author, signal }: PushRequest): Promise<string> {
  const git = await load()
  const gitdir = await mkdtemp(path.join(tmpdir(), 'portico-push-'))
  try {
    await git.init({ fs, dir: folder, gitdir, defaultBranch: 'main' })
    const cache = {}
    const place = { fs, dir: folder, gitdir, cache }
    for (const { path: filepath } of files) {
      signal.throwIfAborted()
      await git.add({ ...place, filepath, force: true })
    }
    const commit = await git.commit({ ...place, message, author })
    const { host } = new URL(access.cloneUrl)
    const header = `Basic ${Buffer.from(`${access.username}:${access.password}`).toString('base64')}`
    const credentials = { git: async (url: URL) => (url.host === host ? { authorization: header } : {}) }
    const http = createGitHttp({ allow: [{ host }], timeoutMs, maxBytes, credentials })(access.cloneUrl, signal)
    const remoteRef = target.startsWith('refs/') ? target : `refs/heads/${target}`
    await git.push({ ...place, http, url: access.cloneUrl, ref: 'main', remoteRef, force: true })
    return commit
  } catch (error) {
    signal.throwIfAborted()
    throw toPushError(error, access.cloneUrl)
  } finally {
    await rm(gitdir, { recursive: true, force: true })
  }
}

function toPushError(error: unknown, url: string): unknown {
  const { code, message } = error as { code?: string; message: string }
  if (code === 'PushRejectedError' || code === 'GitPushError')
    return conflictError(`${url} rejected the push: ${message}`, { code: 'scaffolder.push-rejected' })
  if (error instanceof AppError) return new AppError(error.name, `The push failed: ${error.message}`, { code: 'scaffolder.push-failed' })
  return new AppError('ServiceUnavailableError', `The push to ${url} failed: ${message}`, { code: 'scaffolder.push-failed', cause: error })
}
