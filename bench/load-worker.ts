import { Agent, request } from 'node:http'
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import type { LoadOptions, LoadResult, LoadTime } from './load.ts'
import { percentile } from './statistics.ts'

const { url, body, headers = {}, connections, pauseMs = 0 } = workerData as LoadOptions
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const maxDescribed = 5
const addresses = [url].flat()
let turn = 0

interface Answer {
  /** 0 when there was none. */
  readonly status: number
  readonly message?: string
}

/** One answer, read to its end. */
function ask(address: string): Promise<Answer> {
  return new Promise(resolve => {
    const fail = (error: Error) => resolve({ status: 0, message: error.message })
    const options = {
      agent,
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      method: body === undefined ? 'GET' : 'POST',
      timeout: 5000,
    }
    const outgoing = request(address, options, response => {
      response.once('end', () => resolve({ status: response.statusCode ?? 0 })).once('error', fail)
      response.resume()
    })
    outgoing.once('timeout', () => outgoing.destroy(new Error('no answer within five seconds')))
    outgoing.once('error', fail)
    outgoing.end(body)
  })
}

/** People do not ask in step: a pause is half to one and a half of what is given, and they begin at any time within one. */
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

async function measure({ warmUpMs, durationMs }: LoadTime): Promise<LoadResult> {
  const from = performance.now() + warmUpMs
  const until = from + durationMs
  const latencies: number[] = []
  const failed: string[] = []
  let failures = 0

  async function keepRequesting(): Promise<void> {
    if (pauseMs > 0) await pause(Math.random() * pauseMs)
    let asked = performance.now()
    while (asked < until) {
      const address = addresses[turn++ % addresses.length]!
      const { status, message } = await ask(address)
      // Whenever it was answered: a slow one at the end of the time counts like every other.
      if (asked >= from) {
        if (status === 200) latencies.push(performance.now() - asked)
        else if (++failures <= maxDescribed) failed.push(`${message ?? status} ${address}`)
      }
      // An address that refuses at once must not be requested in a tight loop.
      const rest = (status === 0 ? Math.max(pauseMs, 10) : pauseMs) * (0.5 + Math.random())
      if (rest > 0) await pause(rest)
      asked = performance.now()
    }
  }

  await Promise.all(Array.from({ length: connections }, keepRequesting))
  const seconds = durationMs / 1000
  return {
    requests: latencies.length,
    latencies,
    failures,
    failed,
    seconds,
    requestsPerSecond: latencies.length / seconds,
    medianMs: latencies.length === 0 ? 0 : percentile(latencies, 0.5),
    p99Ms: latencies.length === 0 ? 0 : percentile(latencies, 0.99),
  }
}

parentPort!.on('message', async ({ time, port }: { time: LoadTime; port: MessagePort }) => port.postMessage(await measure(time)))
