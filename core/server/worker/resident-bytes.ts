import { readFileSync } from 'node:fs'

/** The resident memory of a process. Linux tells without asking the process, which may be busy; elsewhere, and for one that has ended, it is 0. */
export function residentBytes(pid: number | string | undefined): number {
  if (process.platform !== 'linux' || pid === undefined) return 0
  try {
    // In kilobytes: how large a page is differs between machines.
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
