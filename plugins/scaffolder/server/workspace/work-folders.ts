import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'

/** Tells this process from an earlier one of the same id, as in a container. */
const instance = randomBytes(4).toString('hex')

export type WorkFolderKind = 'task' | 'dry-run' | 'program'

const names = /^portico-(?:task|dry-run|program)-(\d+)-([\da-f]{8})@(.+)-[A-Za-z0-9]{6}$/

/** Makes a folder for work whose name says which process it belongs to. */
export async function openWorkFolder(kind: WorkFolderKind, parent: string) {
  await mkdir(parent, { recursive: true })
  const place = await mkdtemp(path.join(parent, `portico-${kind}-${process.pid}-${instance}@${hostname()}-`))
  return {
    place,
    close: (): Promise<void> => rm(place, { recursive: true, force: true }),
    /** For a server that ends. */
    closeNow: (): void => rmSync(place, { recursive: true, force: true }),
  }
}

export type WorkFolder = Awaited<ReturnType<typeof openWorkFolder>>

/** Removes folders of processes of this host that have ended without removing them, as a server does that is killed. */
export async function removeLeftFolders(parent: string): Promise<string[]> {
  const removed: string[] = []
  for (const name of await readdir(parent).catch(() => [])) {
    const [, pid = '', owner = '', host = ''] = names.exec(name) ?? []
    const place = path.join(parent, name)
    const isOwned = Number(pid) === process.pid ? owner === instance : isAlive(Number(pid))
    // Other hosts may share the folder, and what runs there cannot be seen from here.
    if (host !== hostname() || isOwned) continue
    await rm(place, { recursive: true, force: true })
    removed.push(place)
  }
  return removed
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // One of another user is alive too.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
