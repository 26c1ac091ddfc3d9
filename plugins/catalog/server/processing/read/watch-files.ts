import { compileGlob } from '@portico/core/common'
import type { Logger } from '@portico/core/server'
import { isGlob, staticFolder } from '@portico/integrations/server'
import type { FSWatcher } from 'chokidar'
import { statSync, type Stats } from 'node:fs'
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
// Times of files come from a clock that ticks less often than the one of the process.
const clockToleranceMs = 100

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
  const since = Date.now() - clockToleranceMs

  async function open(): Promise<FSWatcher> {
    const { watch } = await import('chokidar')
    const opened = watch([], { ignored: isSkipped, alwaysStat: true })
    opened.on('all', (event, file, stats) => {
      // What is there already is reported once, when the watcher has taken it up: it may have changed after it was read and before that.
      if (event === 'add' && stats && !isRecent(stats)) return
      onEvent(file, event === 'add' || event === 'unlink')
    })
    opened.on('error', error => log.warn({ error }, 'files of the catalog cannot be watched'))
    return opened
  }

  /** Written, or moved here, since this watch was made. */
  function isRecent({ mtimeMs, ctimeMs }: Stats): boolean {
    return Math.max(mtimeMs, ctimeMs) >= since
  }

  function onEvent(file: string, isOther: boolean): void {
    for (const [target, ids] of files) {
      const isMeant = target === file || (isOther && isGlob(target) && compileGlob(target)(file))
      if (isMeant) touch(ids)
    }
  }

  function touch(ids: Iterable<number>): void {
    for (const id of ids) touched.add(id)
    if (!isClosed) timer ??= setTimeout(report, gatherMs)
  }

  function report(): void {
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
    const fresh = new Set([...files.keys()].map(pathOf).filter(each => !watched.has(each)))
    if (fresh.size === 0) return
    watcher.add([...fresh])
    for (const each of fresh) {
      watched.add(each)
      // In a folder that is watched already it has been taken up before, and its events had no source to go to.
      const stats = statSync(each, { throwIfNoEntry: false })
      if (stats?.isFile() && isRecent(stats)) touch(files.get(each) ?? [])
    }
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

/** What is watched for a target. */
function pathOf(target: string): string {
  return isGlob(target) ? staticFolder(target) : target
}

/** Large folders that rarely hold catalog files. */
function isSkipped(file: string): boolean {
  return /\/(node_modules|\.git)(\/|$)/.test(file)
}
