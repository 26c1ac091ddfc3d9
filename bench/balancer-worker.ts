import {
  Agent,
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import { createReplicaTurns } from './replica-turns.ts'

/** Longer than any reader pauses: a connection that is closed while a request is on its way on it costs that request. */
const keepAliveTimeoutMs = 75_000

/** One process of the load balancer: in turn, past replicas that do not answer. Reads that got no answer are sent to the next one. */
const agent = new Agent({ keepAlive: true, maxSockets: 512 })
const turns = createReplicaTurns()

function forward(incoming: IncomingMessage, outgoing: ServerResponse, attempts: number): void {
  const replica = turns.next()
  if (!replica || attempts === 0) return void outgoing.writeHead(502).end()
  const { method, headers, url: path } = incoming
  const sent = request({ agent, host: replica.hostname, port: replica.port, method, headers, path }, response => {
    outgoing.writeHead(response.statusCode ?? 502, ownHeaders(response.headers))
    response.pipe(outgoing)
    response.once('error', () => outgoing.destroy())
  })
  sent.once('error', () => {
    turns.suspect(replica)
    if (outgoing.headersSent || method !== 'GET') outgoing.destroy()
    else forward(incoming, outgoing, attempts - 1)
  })
  incoming.pipe(sent)
}

/** Without those of the connection to the replica: how long that one is kept says nothing about this one. */
function ownHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'connection' && name !== 'keep-alive'))
}

createServer({ keepAliveTimeout: keepAliveTimeoutMs }, (incoming, outgoing) => forward(incoming, outgoing, 3)).listen(
  turns.port,
  '127.0.0.1',
)
