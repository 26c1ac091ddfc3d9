import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** A field of a `/proc` file, which are all in kilobytes, as bytes; undefined when it is not there. */
export function kilobyteField(text: string, field: string): number | undefined {
  const match = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(text)
  return match ? Number(match[1]) * 1024 : undefined
}

export interface ProcessMemory {
  readonly residentBytes: number
  /** The most that was resident at any time. */
  readonly peakBytes: number
}

/** The memory of one process, from Linux's `/proc`. */
export function readProcessMemory(pid: number): ProcessMemory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const residentBytes = kilobyteField(status, 'VmRSS')
  if (residentBytes === undefined) throw new Error(`process ${pid} has no resident memory: has it ended?`)
  return { residentBytes, peakBytes: kilobyteField(status, 'VmHWM') ?? residentBytes }
}

/**
 * The same with memory shared with other processes counted in part; undefined where the kernel does not tell. The kernel walks all pages for it
 * and stops the process meanwhile (some 50 ms for a gigabyte), so that it must not be read while anything is measured.
 */
export function readProportionalBytes(pid: number): number | undefined {
  return kilobyteField(readOr(`/proc/${pid}/smaps_rollup`), 'Pss')
}

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const settleMs = 15_000

/** The resident memory, in bytes, of a server that is left alone: the lowest of fifteen seconds, in which it returns what it does not need. */
export async function settledMemory(pid: number): Promise<number> {
  const until = performance.now() + settleMs
  let lowest = Number.POSITIVE_INFINITY
  for (; performance.now() < until; await wait(500)) lowest = Math.min(lowest, readProcessMemory(pid).residentBytes)
  return lowest
}
