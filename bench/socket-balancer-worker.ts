import { connect, createServer } from 'node:net'
import { createReplicaTurns } from './replica-turns.ts'

/** One process of the load balancer for WebSockets: passes bytes on, and does not look at them. */
const turns = createReplicaTurns()

createServer(socket => {
  const replica = turns.next()
  if (!replica) return void socket.destroy()
  const there = connect(Number(replica.port), replica.hostname)
  there.pipe(socket).pipe(there)
  for (const [one, other] of [
    [there, socket],
    [socket, there],
  ] as const) {
    one.on('error', () => {})
    one.on('close', () => other.destroy())
  }
}).listen(turns.port, '127.0.0.1')
