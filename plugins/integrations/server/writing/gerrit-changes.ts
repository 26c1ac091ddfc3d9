import { AppError, conflictError } from '@portico/core/common'
import type { HostClient } from '../api/host-client.ts'
import type { ChangeRequest, FileChange, NewChangeRequest, NewCommit, RepositoryRef, WriteOptions } from './repositories.ts'
import { orUndefined, orWarning, requestOf } from './writer.ts'

interface Change {
  readonly id: string
  readonly _number: number
  readonly status: 'NEW' | 'MERGED' | 'ABANDONED'
  readonly branch: string
  readonly subject: string
  readonly topic?: string
  readonly current_revision?: string
}

const states = { NEW: 'open', MERGED: 'merged', ABANDONED: 'closed' } as const

/**
 * Changes of Gerrit. A commit on a branch is a change that is submitted at once, and a pull request is a change that merges one branch into
 * another; its topic is the name of the branch that it comes from.
 */
export function createGerritChanges(api: HostClient, base: string) {
  const changes = `${base}/a/changes`
  const request = (options?: WriteOptions) => requestOf('gerrit', options)
  const urlOf = (ref: RepositoryRef, number: number) => `${base}/c/${ref.repo.split('/').map(encodeURIComponent).join('/')}/+/${number}`
  const at = (ref: RepositoryRef, number: number) => `${changes}/${encodeURIComponent(ref.repo)}~${number}`

  const create = (json: object, options?: WriteOptions) => api.json<Change>(`${changes}/`, { ...request(options), method: 'POST', json })

  async function write(address: string, { path, bytes, isExecutable = false }: FileChange, options?: WriteOptions): Promise<void> {
    const url = `${address}/edit/${encodeURIComponent(path)}`
    if (bytes === undefined) return void (await api.get(url, { ...request(options), method: 'DELETE' }))
    const content = `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`
    const json = { binary_content: content, ...(isExecutable && { file_mode: 100755 }) }
    await api.get(url, { ...request(options), method: 'PUT', json })
  }

  /** Whoever may submit without a vote need not vote. */
  async function submit(ref: RepositoryRef, { _number: number }: Change, options?: WriteOptions): Promise<void> {
    const address = at(ref, number)
    const vote = { labels: { 'Code-Review': 2 } }
    await orWarning([], '', () => api.get(`${address}/revisions/current/review`, { ...request(options), method: 'POST', json: vote }))
    try {
      await api.get(`${address}/submit`, { ...request(options), method: 'POST', json: {} })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      throw conflictError(`The commit waits for a review as ${urlOf(ref, number)}: ${error.message}`, {
        code: 'integrations.waits-for-review',
        cause: error,
      })
    }
  }

  function toRequest(ref: RepositoryRef, change: Change, warnings: readonly string[]): ChangeRequest {
    const { _number: number, status, branch: target, subject: title, topic: source = '' } = change
    return { number, url: urlOf(ref, number), state: states[status], source, target, title, warnings }
  }

  return {
    async commit(ref: RepositoryRef, { branch, message, changes: files, author }: NewCommit, options?: WriteOptions) {
      const change = await create({ project: ref.repo, branch, subject: message, ...(author && { author }) }, options)
      const address = at(ref, change._number)
      for (const file of files) await write(address, file, options)
      await api.get(`${address}/edit:publish`, { ...request(options), method: 'POST', json: { notify: 'NONE' } })
      await submit(ref, change, options)
      const query = { o: 'CURRENT_REVISION' }
      const { current_revision: revision = '' } = await api.json<Change>(address, { ...request(options), query })
      return { revision, url: urlOf(ref, change._number) }
    },
    async open(ref: RepositoryRef, given: NewChangeRequest & { readonly target: string }, options?: WriteOptions): Promise<ChangeRequest> {
      const { title, description, source, target, isDraft = false, reviewers = [], teamReviewers = [], labels = [] } = given
      const warnings: string[] = []
      const subject = description ? `${title}\n\n${description}` : title
      const merge = { source, strategy: 'recursive' }
      const change = await create({ project: ref.repo, branch: target, subject, topic: source, work_in_progress: isDraft, merge }, options)
      const address = at(ref, change._number)
      for (const reviewer of [...reviewers, ...teamReviewers])
        await orWarning(warnings, `${reviewer} was not asked for a review`, () =>
          api.json(`${address}/reviewers`, { ...request(options), method: 'POST', json: { reviewer } }),
        )
      if (labels.length > 0)
        await orWarning(warnings, 'Labels were not set', () =>
          api.json(`${address}/hashtags`, { ...request(options), method: 'POST', json: { add: labels } }),
        )
      return toRequest(ref, change, warnings)
    },
    async get(ref: RepositoryRef, number: number, options?: WriteOptions): Promise<ChangeRequest | undefined> {
      const found = await orUndefined(api.json<Change>(at(ref, number), request(options)))
      return found && toRequest(ref, found, [])
    },
    async abandon(ref: RepositoryRef, number: number, options?: WriteOptions): Promise<void> {
      await api.get(`${at(ref, number)}/abandon`, { ...request(options), method: 'POST', json: {} })
    },
    async find(ref: RepositoryRef, source: string, options?: WriteOptions): Promise<ChangeRequest | undefined> {
      const query = { q: `project:"${ref.repo}" status:open topic:"${source}"`, n: 1 }
      const [found] = await api.json<Change[]>(`${changes}/`, { ...request(options), query })
      return found && toRequest(ref, found, [])
    },
  }
}
