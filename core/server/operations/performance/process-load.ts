import { availableParallelism } from 'node:os'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import type { Worker } from 'node:worker_threads'

/** What the process uses of the machine. */
export interface ProcessLoad {
  readonly processors: number
  /** Processors in use since the last report, 1 for one whole processor. */
  readonly processorShare: number
  readonly residentBytes: number
  readonly heapLimitBytes: number
  /** How late the event loop is, over the last minutes. */
  readonly eventLoop: { readonly p50Ms: number; readonly p99Ms: number; readonly maxMs: number; readonly busyShare: number }
  /** What the resident memory consists of. */
  readonly memory: readonly MemoryPart[]
}

export interface MemoryPart {
  readonly part: 'heap' | 'buffers' | 'thread' | 'other'
  /** The name of a thread. */
  readonly name?: string
  readonly bytes: number
}

// Each sample wakes an idle server, and a delay is measured as up to this much too short.
const resolutionMs = 50

/** Watches the process: the delay of its event loop, its processor time and the heaps of its worker threads. */
export function watchProcess({ windowMs }: { windowMs: number }) {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  const workers = new Set<Worker>()
  const onWorker = (worker: Worker): void => {
    workers.add(worker)
    worker.once('exit', () => workers.delete(worker))
  }
  process.on('worker', onWorker)
  let windowStart = performance.now()
  let utilization = performance.eventLoopUtilization()
  let cpu = { at: performance.now(), usage: process.cpuUsage() }

  function readEventLoop(): ProcessLoad['eventLoop'] {
    // Node measures the time from one tick of its timer to the next: the interval itself is not delay.
    const ms = (nanoseconds: number) => (delay.count > 0 ? Math.max(0, nanoseconds / 1e6 - resolutionMs) : 0)
    const now = performance.eventLoopUtilization()
    const busy = performance.eventLoopUtilization(now, utilization).utilization
    const read = { p50Ms: ms(delay.percentile(50)), p99Ms: ms(delay.percentile(99)), maxMs: ms(delay.max), busyShare: busy }
    if (performance.now() - windowStart >= windowMs) {
      delay.reset()
      utilization = now
      windowStart = performance.now()
    }
    return read
  }

  function readProcessorShare(): number {
    const at = performance.now()
    const usage = process.cpuUsage(cpu.usage)
    const share = (usage.user + usage.system) / 1000 / Math.max(at - cpu.at, 1)
    // Two reports at once share one measurement.
    if (at - cpu.at > 1000) cpu = { at, usage: process.cpuUsage() }
    return share
  }

  async function readMemory(residentBytes: number): Promise<MemoryPart[]> {
    const { heapTotal, external } = process.memoryUsage()
    const threads = await Promise.all([...workers].map(readThread))
    const known: MemoryPart[] = [
      { part: 'heap', bytes: heapTotal },
      { part: 'buffers', bytes: external },
      ...threads.filter(thread => thread !== undefined),
    ]
    const rest = residentBytes - known.reduce((sum, { bytes }) => sum + bytes, 0)
    return [...known, { part: 'other', bytes: Math.max(0, rest) }]
  }

  return {
    async read(): Promise<ProcessLoad> {
      const residentBytes = process.memoryUsage.rss()
      return {
        processors: availableParallelism(),
        processorShare: readProcessorShare(),
        residentBytes,
        heapLimitBytes: getHeapStatistics().heap_size_limit,
        eventLoop: readEventLoop(),
        memory: await readMemory(residentBytes),
      }
    },
    stop(): void {
      delay.disable()
      process.off('worker', onWorker)
    },
  }
}

async function readThread(worker: Worker): Promise<MemoryPart | undefined> {
  // A thread that ends meanwhile has no memory to report.
  const heap = await worker.getHeapStatistics().catch(() => undefined)
  if (!heap) return undefined
  return { part: 'thread', ...(worker.threadName && { name: worker.threadName }), bytes: heap.total_heap_size + heap.external_memory }
}
