import { AsyncLocalStorage } from 'node:async_hooks'

/** What the server does for somebody at the moment. */
export interface CurrentWork {
  readonly kind: 'request' | 'job' | 'scheduled task' | 'event'
  /** `GET /api/catalog/entities`, or `<plugin>/<name>`. */
  readonly name: string
  /** Of the request, the job, the run of a task, or the event. */
  readonly id: string
}

const slots = 128
const slotBytes = 512
const headerBytes = 8
const encoder = new TextEncoder()
const storage = new AsyncLocalStorage<CurrentWork>()

/**
 * The works in flight, in memory that another thread can read while this one is stuck: slots of a sequence number, a length and a text.
 * When all are taken, the oldest is overwritten.
 */
export const workMemory = new SharedArrayBuffer(slots * slotBytes)
const memory = { bytes: new Uint8Array(workMemory), numbers: new Int32Array(workMemory), sequence: 0 }

/** Notes that a work begins, and runs its code so that what it does is known to be part of it. It ends when the returned function is called. */
export function beginWork(work: CurrentWork, run: () => void): () => void {
  const sequence = ++memory.sequence
  const start = (sequence % slots) * slotBytes
  const text = `${work.kind}\n${work.name}\n${work.id}`
  const { written } = encoder.encodeInto(text, memory.bytes.subarray(start + headerBytes, start + slotBytes))
  memory.numbers[start / 4] = sequence
  memory.numbers[start / 4 + 1] = written
  storage.run(work, run)
  return () => {
    if (memory.numbers[start / 4] === sequence) memory.numbers[start / 4] = 0
  }
}

/** Runs a work to its end. */
export async function runWork<T>(work: CurrentWork, run: () => T | Promise<T>): Promise<T> {
  let result: T | Promise<T> | undefined
  const end = beginWork(work, () => void (result = new Promise<T>(resolve => resolve(run()))))
  try {
    return (await result) as T
  } finally {
    end()
  }
}

/** The work that the code which asks is part of. */
export function currentWork(): CurrentWork | undefined {
  return storage.getStore()
}

/** The works in flight, the last one that began first. */
export function worksIn(shared: SharedArrayBuffer): CurrentWork[] {
  const bytes = new Uint8Array(shared)
  const numbers = new Int32Array(shared)
  const taken = Array.from({ length: slots }, (_, at) => at * slotBytes)
    .filter(start => numbers[start / 4] !== 0)
    .sort((one, other) => numbers[other / 4]! - numbers[one / 4]!)
  return taken.map(start => {
    const length = numbers[start / 4 + 1] ?? 0
    // A view of shared memory cannot be decoded.
    const text = new TextDecoder().decode(bytes.slice(start + headerBytes, start + headerBytes + length))
    const [kind = 'request', name = '', id = ''] = text.split('\n')
    return { kind: kind as CurrentWork['kind'], name, id }
  })
}
