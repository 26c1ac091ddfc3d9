import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Why the process of a plugin ended, and when, as an ISO text. */
export interface LastEnd {
  readonly lastReason: string
  readonly lastEndedAt: string
}

export type LastEnds = ReturnType<typeof createLastEnds>

/** Why processes of plugins ended last, in the data folder: commands that run beside the server tell it too. */
export function createLastEnds(dataFolder: string) {
  const folder = path.join(dataFolder, 'plugins', 'ends')
  const fileOf = (id: string) => path.join(folder, `${id}.json`)
  return {
    /** Best effort: the log has it in any case. */
    async write(id: string, end: LastEnd): Promise<void> {
      try {
        await mkdir(folder, { recursive: true })
        await writeFile(fileOf(id), JSON.stringify(end))
      } catch {
        // The folder may be read-only.
      }
    },
    async read(id: string): Promise<LastEnd | undefined> {
      try {
        return JSON.parse(await readFile(fileOf(id), 'utf8')) as LastEnd
      } catch {
        return undefined
      }
    },
  }
}
