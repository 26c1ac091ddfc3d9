import { isInside } from '@portico/integrations/server'
import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { DocsStorage } from './storage.ts'

/** Published docs in a folder of this machine. Links that lead out of it lead nowhere. */
export function createFolderStorage(folder: string): DocsStorage {
  return {
    async read(file) {
      const place = path.resolve(folder, file)
      if (!isInside(place, path.resolve(folder))) return undefined
      try {
        const real = await realpath(place)
        return isInside(real, await realpath(folder)) ? await readFile(real) : undefined
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return undefined
        throw error
      }
    },
    async write(file, bytes) {
      const place = path.resolve(folder, file)
      if (!isInside(place, path.resolve(folder))) throw new Error(`${file} leads out of ${folder}`)
      await mkdir(path.dirname(place), { recursive: true })
      await writeFile(place, bytes)
    },
  }
}
