import inspector from 'node:inspector'
import { Worker } from 'node:worker_threads'
import { hasColours } from '../create-log.ts'
import type { Logger } from '../log.ts'
import { currentWork, workMemory } from './current-work.ts'
import { workProbe } from './pause-main.ts'

export interface WatchdogOptions {
  readonly timeoutMs: number
  /** Where the record of a stall is written. */
  readonly file: string
  readonly format: 'json' | 'pretty'
  readonly log: Logger
}

/** What the thread is given. */
export interface WatchdogData {
  readonly timeoutMs: number
  /** A number that grows while the main thread runs, and whether a debugger is attached. */
  readonly heartbeat: SharedArrayBuffer
  readonly works: SharedArrayBuffer
  readonly file: string
  readonly format: 'json' | 'pretty'
  readonly colour: boolean
}

/** A thread that ends the process when the main thread is stuck, and says in what. Returns a function that stops it. */
export function startWatchdog({ timeoutMs, file, format, log }: WatchdogOptions): () => Promise<void> {
  const heartbeat = new SharedArrayBuffer(8)
  const beats = new Int32Array(heartbeat)
  Object.defineProperty(globalThis, Symbol.for(workProbe), { value: currentWork, configurable: true })
  const beat = () => {
    Atomics.add(beats, 0, 1)
    Atomics.store(beats, 1, inspector.url() === undefined ? 0 : 1)
  }
  beat()
  const timer = setInterval(beat, Math.min(1000, timeoutMs / 5)).unref()
  const colour = hasColours()
  const data: WatchdogData = { timeoutMs, heartbeat, works: workMemory, file, format, colour }
  const worker = new Worker(new URL('./watchdog-worker.ts', import.meta.url), {
    name: 'watchdog',
    workerData: data,
    // It does next to nothing, and the arguments of the process are not for it.
    resourceLimits: { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 64 },
  })
  worker.unref()
  worker.on('error', error => log.error({ error }, 'the watchdog ended; a server that is stuck is not noticed'))
  return async () => {
    clearInterval(timer)
    await worker.terminate()
  }
}
