import { once } from 'node:events'
import { join } from 'node:path'
import { MessageChannel, Worker } from 'node:worker_threads'

export interface LoadOptions {
  /** One address, or several that are requested in turn. */
  readonly url: string | readonly string[]
  /** Sent as JSON by POST; without it the request is a GET. */
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly connections: number
  /** The pause of each connection between two requests. */
  readonly pauseMs?: number
}

export interface LoadTime {
  /** Requests before this are made but not counted. */
  readonly warmUpMs: number
  readonly durationMs: number
}

export interface LoadResult {
  readonly requests: number
  /** Answers other than 200, and requests that got none. */
  readonly failures: number
  /** What the first of them were: status or error, and address. */
  readonly failed: readonly string[]
  readonly seconds: number
  readonly requestsPerSecond: number
  readonly medianMs: number
  readonly p99Ms: number
  /** Of every answer, in milliseconds. */
  readonly latencies: readonly number[]
}

/**
 * Requests addresses repeatedly on a number of keep-alive connections, from a worker thread, whenever and for as long as it is told to. A run
 * ends with the last answers; another one may begin before.
 */
export function openLoad(options: LoadOptions) {
  const worker = new Worker(join(import.meta.dirname, 'load-worker.ts'), { workerData: options })
  let failure: unknown
  worker.on('error', error => (failure = error))
  return {
    async run(time: LoadTime): Promise<LoadResult> {
      const { port1, port2 } = new MessageChannel()
      worker.postMessage({ time, port: port2 }, [port2])
      try {
        const [result] = (await Promise.race([once(port1, 'message'), once(port1, 'close')])) as [LoadResult?]
        if (!result) throw new Error('the load generator ended without a result', { cause: failure })
        return result
      } finally {
        port1.close()
      }
    },
    close: async (): Promise<void> => void (await worker.terminate()),
  }
}

/** The same, once. */
export async function runLoad({ warmUpMs, durationMs, ...options }: LoadOptions & LoadTime): Promise<LoadResult> {
  const load = openLoad(options)
  try {
    return await load.run({ warmUpMs, durationMs })
  } finally {
    await load.close()
  }
}
