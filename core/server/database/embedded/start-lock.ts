import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

const touchEveryMs = 1_000
const staleAfterMs = 15_000
const startedAt = Math.round(Date.now() / 1_000 - process.uptime())

/**
 * Runs the work while holding a lock file, so that of several processes on one folder only one starts or stops the database.
 * A lock whose holder died is taken over: the file names the process, and its time is renewed while it is held.
 */
export async function withStartLock<T>(file: string, run: () => Promise<T>): Promise<T> {
  const mine = `${file}.${randomUUID()}`
  writeFileSync(mine, `${process.pid} ${startedAt}`)
  try {
    while (!tryTake(mine, file)) {
      removeIfStale(file)
      await delay(15)
    }
  } finally {
    rmSync(mine, { force: true })
  }
  touchFile(file)
  const touch = setInterval(() => touchFile(file), touchEveryMs)
  try {
    return await run()
  } finally {
    clearInterval(touch)
    rmSync(file, { force: true })
  }
}

/** Making a hard link is atomic and fails when the name is taken. */
function tryTake(mine: string, file: string): boolean {
  try {
    linkSync(mine, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function removeIfStale(file: string): void {
  const content = readIfThere(file)
  if (content === undefined || isHeld(file, content)) return
  // Another waiter may have come to the same conclusion and taken the lock since: move it away, check again, and put a live one back.
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
    if (readIfThere(aside) !== content) tryTake(aside, file)
    rmSync(aside, { force: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function isHeld(file: string, content: string): boolean {
  const [pid = 0, since = 0] = content.split(' ').map(Number)
  // In a container every start may get the same process id; the time of its start tells them apart.
  if (pid === process.pid) return Math.abs(since - startedAt) < 3
  return isRunning(pid) && Date.now() - modifiedAt(file) < staleAfterMs
}

function modifiedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function touchFile(file: string): void {
  const now = new Date()
  try {
    utimesSync(file, now, now)
  } catch {
    // The folder was removed meanwhile; the holder of the lock will get the same error.
  }
}

/** Whether a process with this id exists, also one of another user. */
export function isRunning(pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
