import type { Logger } from '@portico/core/server'
import { isGlob, staticFolder } from '@portico/integrations/server'
import type { FSWatcher } from 'chokidar'
import path from 'node:path'
import type { WatchedFile } from './watch-store.ts'

export interface WatchDependencies {
  /** Where relative targets begin. */
  readonly folder: string
  readonly find: () => Promise<readonly WatchedFile[]>
  /** These sources are to be read again. */
  readonly changed: (sourceIds: readonly number[]) => Promise<void>
  readonly log: Logger
}

// Saving everything in an editor, or changing the branch, touches many files at about the same time.
const gatherMs = 50

export type FileWatch = ReturnType<typeof createFileWatch>

/** Has sources read again the moment their files change, and patterns when files come and go. For development: it watches whole folders. */
export function createFileWatch({ folder, find, changed, log }: WatchDependencies) {
  const files = new Map<string, Set<number>>()
  const watched = new Set<string>()
  const touched = new Set<number>()
  let watcher: FSWatcher | undefined
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> | undefined
  let isAskedAgain = false
  let isClosed = false

  async function open(): Promise<FSWatcher> {
    const { watch } = await import('chokidar')
    const opened = watch([], { ignoreInitial: true, ignored: isSkipped })
    opened.on('all', (event, file) => listener(file, event === 'add' || event === 'unlink'))
    opened.on('error', error => log.warn({ error }, 'files of the catalog cannot be watched'))
    return opened
  }

  function listener(file: string, isOther: boolean): void {
    for (const [target, ids] of files) {
      const isMeant = target === file || (isOther && isGlob(target) && path.matchesGlob(file, target))
      if (isMeant) ids.forEach(id => touched.add(id))
    }
    if (touched.size > 0 && !isClosed) timer ??= setTimeout(tell, gatherMs)
  }

  function tell(): void {
    timer = undefined
    const ids = [...touched]
    touched.clear()
    changed(ids).catch((error: unknown) => log.warn({ error }, 'what has changed on the disk could not be noted'))
  }

  async function look(): Promise<void> {
    const found = await find()
    watcher ??= await open()
    if (isClosed) return void watcher.close()
    files.clear()
    for (const { sourceId, target } of found) {
      const file = path.resolve(folder, target)
      files.set(file, (files.get(file) ?? new Set()).add(sourceId))
    }
    const fresh = [...files.keys()].map(placeOf).filter(place => !watched.has(place))
    fresh.forEach(place => watched.add(place))
    if (fresh.length > 0) watcher.add([...new Set(fresh)])
  }

  return {
    /** Watches whatever the catalog is read from by now. */
    follow(): void {
      if (isClosed) return
      if (current) {
        isAskedAgain = true
        return
      }
      const again = () => {
        current = undefined
        if (!isAskedAgain) return
        isAskedAgain = false
        this.follow()
      }
      current = look()
        .catch((error: unknown) => log.warn({ error }, 'what to watch could not be found out'))
        .then(again)
    },
    async close(): Promise<void> {
      isClosed = true
      clearTimeout(timer)
      await current
      await watcher?.close()
    },
  }
}

function placeOf(target: string): string {
  return isGlob(target) ? staticFolder(target) : target
}

/** Too much, and seldom anybody's catalog. */
function isSkipped(file: string): boolean {
  return /\/(node_modules|\.git)(\/|$)/.test(file)
}
