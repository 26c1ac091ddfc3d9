import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import path from 'node:path'

// A temporary file of a process that was killed.
const abandonedMs = 3_600_000

/** Writes a file in one go: it is there whole, or not at all. Returns false where what writes it does: then everything is as it was. */
export async function replaceFile(file: string, write: (handle: FileHandle) => Promise<boolean>): Promise<boolean> {
  await mkdir(path.dirname(file), { recursive: true })
  await removeAbandoned(file)
  const temporary = `${file}.${randomUUID()}.tmp`
  try {
    const handle = await open(temporary, 'wx', 0o600)
    try {
      if (!(await write(handle))) return false
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
    return true
  } finally {
    await rm(temporary, { force: true })
  }
}

async function removeAbandoned(file: string): Promise<void> {
  const folder = path.dirname(file)
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${path.basename(file)}.`) || !name.endsWith('.tmp')) continue
    const place = path.join(folder, name)
    const facts = await stat(place).catch(() => undefined)
    if (facts && Date.now() - facts.mtimeMs > abandonedMs) await rm(place, { force: true })
  }
}
