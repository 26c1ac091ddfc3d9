import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** A field of a `/proc` file, which are all in kilobytes, as bytes; undefined when it is not there. */
export function kilobyteField(text: string, field: string): number | undefined {
  const match = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(text)
  return match ? Number(match[1]) * 1024 : undefined
}

export interface ProcessMemory {
  readonly residentBytes: number
  /** Memory shared with other processes counted in part; undefined where the kernel does not tell. */
  readonly proportionalBytes: number | undefined
}

/** The memory of one process, from Linux's `/proc`. */
export function readProcessMemory(pid: number): ProcessMemory {
  const residentBytes = kilobyteField(readFileSync(`/proc/${pid}/status`, 'utf8'), 'VmRSS')
  if (residentBytes === undefined) throw new Error(`process ${pid} has no resident memory: has it ended?`)
  return { residentBytes, proportionalBytes: kilobyteField(readOr(`/proc/${pid}/smaps_rollup`), 'Pss') }
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
