import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

export interface LoadOptions {
  /** One address, or several that are requested in turn. */
  readonly url: string | readonly string[]
  /** Sent as JSON by POST; without it the request is a GET. */
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly connections: number
  /** The pause of each connection between two requests. */
  readonly pauseMs?: number
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

/** Requests addresses repeatedly on a number of keep-alive connections, from a worker thread, for a bounded time. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const worker = new Worker(join(import.meta.dirname, 'load-worker.ts'), { workerData: options })
  try {
    return await new Promise<LoadResult>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', code => reject(new Error(`the load generator ended with ${code} and no result`)))
    })
  } finally {
    await worker.terminate()
  }
}
