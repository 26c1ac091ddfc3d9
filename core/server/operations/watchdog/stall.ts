import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { CurrentWork } from './current-work.ts'

/** Why the watchdog has ended a process. */
export interface Stall {
  readonly at: string
  readonly seconds: number
  /** What blocked the thread; undefined where that could not be found out. */
  readonly work?: CurrentWork | undefined
  /** What else was in flight, the last that began first. */
  readonly inFlight: readonly CurrentWork[]
  /** Where the code was. */
  readonly stack?: string | undefined
}

/** Where the record of the last stall is kept. */
export function stallFile(dataFolder: string): string {
  return path.join(dataFolder, 'last-stall.json')
}

export function writeStall(file: string, stall: Stall): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(stall))
}

/** `the job 'scaffolder/run' (1f0c…)`. */
export function workText({ work, inFlight }: Pick<Stall, 'work' | 'inFlight'>): string {
  if (work) return `the ${work.kind} '${work.name}' (${work.id})`
  const [last, ...others] = inFlight
  if (!last) return 'code that belongs to no request or job'
  return `probably the ${last.kind} '${last.name}' (${last.id})${others.length > 0 ? `, or one of ${others.length} others in flight` : ''}`
}
