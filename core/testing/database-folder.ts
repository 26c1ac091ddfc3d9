import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder of the memory file system. */
export const memoryFolder = '/dev/shm'
const enoughBytes = 2 ** 30

/** A new folder for the database of a test. In memory it starts, copies a template and stops several times as fast as on a disk. */
export function makeDatabaseFolder(name: string): string {
  const folder = mkdtempSync(join(isRoomy(memoryFolder) ? memoryFolder : tmpdir(), `portico-${name}-`))
  // The system user that the database runs as under root must be able to enter it.
  chmodSync(folder, 0o711)
  return folder
}

/** In a container the memory file system is often too small. */
function isRoomy(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > enoughBytes
}
