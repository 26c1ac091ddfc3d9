import {
  Agent,
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'

/** How long a replica that broke a connection is left alone. */
const suspectMs = 2000

/** Longer than any reader pauses: a connection that is closed while a request is on its way on it costs that request. */
const keepAliveTimeoutMs = 75_000

/** One process of the load balancer: in turn, past replicas that do not answer. Reads that got no answer are sent to the next one. */
const agent = new Agent({ keepAlive: true, maxSockets: 512 })
const suspects = new Map<string, number>()
let replicas: readonly URL[] = []
let turn = 0

function next(): URL | undefined {
  const healthy = replicas.filter(({ host }) => (suspects.get(host) ?? 0) < performance.now())
  // One that has just closed a kept connection is better than none.
  const chosen = healthy.length > 0 ? healthy : replicas
  return chosen[turn++ % Math.max(1, chosen.length)]
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, attempts: number): void {
  const replica = next()
  if (!replica || attempts === 0) return void outgoing.writeHead(502).end()
  const { method, headers, url: path } = incoming
  const sent = request({ agent, host: replica.hostname, port: replica.port, method, headers, path }, response => {
    outgoing.writeHead(response.statusCode ?? 502, ownHeaders(response.headers))
    response.pipe(outgoing)
    response.once('error', () => outgoing.destroy())
  })
  sent.once('error', () => {
    suspects.set(replica.host, performance.now() + suspectMs)
    if (outgoing.headersSent || method !== 'GET') outgoing.destroy()
    else forward(incoming, outgoing, attempts - 1)
  })
  incoming.pipe(sent)
}

/** Without those of the connection to the replica: how long that one is kept says nothing about this one. */
function ownHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'connection' && name !== 'keep-alive'))
}

function upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
  const replica = next()
  if (!replica) return void socket.destroy()
  const there = connect(Number(replica.port), replica.hostname, () => {
    const headers = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${[value].flat().join(', ')}`)
    there.write([`GET ${incoming.url} HTTP/1.1`, ...headers, '', ''].join('\r\n'))
    there.write(head)
    there.pipe(socket).pipe(there)
  })
  for (const [one, other] of [
    [there, socket],
    [socket, there],
  ] as const) {
    one.on('error', () => other.destroy())
    one.on('close', () => other.destroy())
  }
}

const server = createServer({ keepAliveTimeout: keepAliveTimeoutMs }, (incoming, outgoing) => forward(incoming, outgoing, 3))
server.on('upgrade', upgrade)
server.listen(0, '127.0.0.1')

process.on('message', (urls: readonly string[]) => {
  replicas = urls.map(url => new URL(url))
  process.send!('known')
})
