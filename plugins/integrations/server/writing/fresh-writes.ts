import { AppError } from '@portico/core/common'
import { LRUCache } from 'lru-cache'
import { setTimeout as delay } from 'node:timers/promises'
import type { RepositoryRef, WriteOptions } from './repositories.ts'

const freshMs = 30_000
const attempts = 5
const firstDelayMs = 200

/** Hosts are consistent only in the end: what was just made may not be there yet for the next call, which then is made again. */
export function createFreshWrites() {
  const fresh = new LRUCache<string, true>({ max: 1000, ttl: freshMs })

  return {
    /** Remembers that something of the repository was just made. */
    async made<T>(ref: RepositoryRef, run: () => Promise<T>): Promise<T> {
      const result = await run()
      fresh.set(keyOf(ref), true)
      return result
    },
    /** Runs again what found nothing in a repository of which something was just made. */
    async after<T>(ref: RepositoryRef, options: WriteOptions | undefined, run: () => Promise<T>): Promise<T> {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await run()
        } catch (error) {
          const isMissing = error instanceof AppError && error.name === 'NotFoundError'
          if (!isMissing || attempt === attempts || !fresh.has(keyOf(ref))) throw error
        }
        await delay(firstDelayMs * 2 ** (attempt - 1), undefined, { signal: options?.signal })
      }
    },
  }
}

function keyOf({ host, owner, organization, workspace, project, repo }: RepositoryRef): string {
  return JSON.stringify([host, owner, organization, workspace, project, repo])
}
