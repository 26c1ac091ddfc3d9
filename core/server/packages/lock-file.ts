import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { PackageProblem, problemText } from './package-problem.ts'

const Installed = z.object({
  name: z.string(),
  version: z.string(),
  /** `sha512-…` of the archive, or of the files of a folder. */
  integrity: z.string().regex(/^sha512-[A-Za-z0-9+/]{86}==$/),
  source: z.enum(['folder', 'archive', 'address', 'registry']),
  /** Where the archive was read: an address, or a path as it was written. */
  resolved: z.string(),
})
export type Installed = z.output<typeof Installed>

const LockedPlugin = Installed.extend({
  /** What was asked for: `@acme/radar@^1.2`, `./radar.tgz`. */
  written: z.string(),
  /** False: it stays installed, and does not run. */
  enabled: z.boolean().default(true),
  /** The version before, for `portico plugin rollback`. */
  previous: Installed.optional(),
})
export type LockedPlugin = z.output<typeof LockedPlugin>

const Lock = z.object({ lockVersion: z.literal(1), plugins: z.record(z.string(), LockedPlugin) })
export type Lock = z.output<typeof Lock>

const lockName = 'portico-plugins.lock.json'

/** What is installed, beside the config: copied with it, it makes replicas alike. */
export function createLockFile(folder: string) {
  const file = path.join(folder, lockName)

  async function read(): Promise<Lock['plugins']> {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (text === undefined) return {}
    try {
      return Lock.parse(JSON.parse(text)).plugins
    } catch (error) {
      throw new PackageProblem(`${lockName} cannot be used: ${problemText(error).slice(0, 300)}`)
    }
  }

  return {
    file,
    read,
    /** In one step: who reads meanwhile sees all of the old or all of the new. */
    async change(edit: (plugins: Readonly<Lock['plugins']>) => Lock['plugins']): Promise<void> {
      const plugins = edit(await read())
      const sorted = Object.fromEntries(Object.entries(plugins).sort(([left], [right]) => (left < right ? -1 : 1)))
      const fresh = `${file}.${randomUUID()}`
      try {
        await writeFile(fresh, `${JSON.stringify({ lockVersion: 1, plugins: sorted }, undefined, 2)}\n`)
        await rename(fresh, file)
      } finally {
        await rm(fresh, { force: true })
      }
    },
  }
}

export type LockFile = ReturnType<typeof createLockFile>
