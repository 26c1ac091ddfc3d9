import { realpathSync, watch } from 'node:fs'
import type { FSWatcher } from 'node:fs'
import { basename, dirname } from 'node:path'

export interface FileWatcherOptions {
  /** Runs after a change, debounced. */
  readonly onChange: () => void
  readonly onProblem: (message: string) => void
}

const anyName = '*'

/**
 * Watches files through their folders: editors replace files rather than write to them, and some files are not there yet.
 * Kubernetes swaps a hidden link beside the mounted files, so names with two dots in front count as well.
 */
export function createFileWatcher(options: FileWatcherOptions) {
  const folders = new Map<string, { watcher: FSWatcher; names: Set<string> }>()
  let timer: NodeJS.Timeout | undefined

  function changed() {
    clearTimeout(timer)
    timer = setTimeout(options.onChange, 100)
  }

  function open(folder: string, names: Set<string>) {
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        const current = folders.get(folder)?.names
        if (name === null || name.startsWith('..') || current?.has(name) || current?.has(anyName)) changed()
      })
      watcher.on('error', error => drop(folder, error))
      folders.set(folder, { watcher, names })
    } catch (error) {
      drop(folder, error)
    }
  }

  function drop(folder: string, error: unknown) {
    folders.get(folder)?.watcher.close()
    folders.delete(folder)
    const code = (error as NodeJS.ErrnoException).code
    if (code !== 'ENOENT')
      options.onProblem(`changes in ${folder} will not be noticed: ${error instanceof Error ? error.message : String(error)}`)
  }

  return {
    /** Replaces the list of watched files. `folder/*` stands for all files of a folder. */
    update(files: readonly string[]) {
      const wanted = new Map<string, Set<string>>()
      for (const file of files.flatMap(path => [path, realPath(path)])) {
        const names = wanted.get(dirname(file)) ?? new Set<string>()
        wanted.set(dirname(file), names.add(basename(file)))
      }
      for (const [folder, { watcher }] of folders) {
        if (wanted.has(folder)) continue
        watcher.close()
        folders.delete(folder)
      }
      for (const [folder, names] of wanted) {
        const known = folders.get(folder)
        if (known) folders.set(folder, { ...known, names })
        else open(folder, names)
      }
    },
    close() {
      clearTimeout(timer)
      for (const { watcher } of folders.values()) watcher.close()
      folders.clear()
    },
  }
}

/** Where a link leads: what it points to may change too. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
