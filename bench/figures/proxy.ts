import { once } from 'node:events'
import { Agent, createServer, request as requestHttp, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Figure, Row } from '../figure.ts'
import { readProcessMemory } from '../process-memory.ts'
import { median } from '../statistics.ts'
import { signInAsGuest } from './throughput.ts'

const rounds = 400
const warmUps = 100
const streamBytes = 200 * 2 ** 20
const chunk = Buffer.alloc(64 * 2 ** 10, 'x')
const sampleMs = 20

/** What the proxy adds to a request, and what the server needs while it passes a long answer and a long body on. */
export const proxy: Figure = {
  id: 'proxy',
  about: `what the proxy adds to a request, median of ${rounds}, and the memory that it takes to stream 200 MB in each direction`,
  async measure(bench) {
    const target = createServer((request, response) => {
      if (request.url === '/large') return void pipeline(Readable.from(chunks()), response).catch(() => undefined)
      request.resume()
      return void request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}'))
    }).listen(0, '127.0.0.1')
    await once(target, 'listening')
    const targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}`
    const server = await bench.start(await bench.warmFolder(), { 'proxy.endpoints': { '/host': targetUrl } })
    const headers = { authorization: `Bearer ${await signInAsGuest(server.url)}` }
    const through = `${server.url}/api/proxy/host`
    try {
      const send = createSender()
      const added: number[] = []
      for (let round = 0; round < warmUps + rounds; round++) {
        const direct = await timed(() => send(`${targetUrl}/small`, {}))
        const proxied = await timed(() => send(`${through}/small`, headers))
        if (round >= warmUps) added.push(proxied - direct)
      }
      const down = await memoryGrowth(server.pid, () => send(`${through}/large`, headers))
      const up = await memoryGrowth(server.pid, () => send(`${through}/upload`, headers, streamBytes))
      return [
        { name: 'What the proxy adds to a request, median', value: median(added), unit: 'ms', limit: 2, runs: added.slice(0, 50) },
        { name: 'Memory that an answer of 200 MB takes', value: down / 1e6, unit: 'MB', limit: 20 },
        { name: 'Memory that a body of 200 MB takes', value: up / 1e6, unit: 'MB', limit: 20 },
      ] satisfies Row[]
    } finally {
      await server.stop()
      target.closeAllConnections()
      target.close()
    }
  },
}

function* chunks(): Generator<Buffer> {
  for (let sent = 0; sent < streamBytes; sent += chunk.length) yield chunk
}

/** Sends over one kept connection for each host, and reads the answer to its end. */
function createSender() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return async (url: string, headers: Readonly<Record<string, string>>, bodyBytes = 0): Promise<void> => {
    const request = requestHttp(url, {
      agent,
      method: bodyBytes > 0 ? 'POST' : 'GET',
      headers: { ...headers, ...(bodyBytes > 0 && { 'content-type': 'application/octet-stream', 'content-length': String(bodyBytes) }) },
    })
    const answered = once(request, 'response') as Promise<[IncomingMessage]>
    if (bodyBytes > 0) await pipeline(Readable.from(chunks()), request)
    else request.end()
    const [response] = await answered
    response.resume()
    await once(response, 'end')
    if (response.statusCode !== 200) throw new Error(`${url} answered with ${response.statusCode}`)
  }
}

async function timed(run: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await run()
  return performance.now() - started
}

/** How much more memory a process has at most during a run than before it. */
async function memoryGrowth(pid: number, run: () => Promise<void>): Promise<number> {
  const before = readProcessMemory(pid).residentBytes
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, readProcessMemory(pid).residentBytes)), sampleMs)
  try {
    await run()
  } finally {
    clearInterval(timer)
  }
  return peak - before
}
