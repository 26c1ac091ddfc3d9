import cluster from 'node:cluster'
import { once } from 'node:events'
import { join } from 'node:path'

/** The requests have theirs, so that none of them waits while thousands of sockets are closed and opened again. */
const requestProcesses = 2
/** Each has two sockets for a connection, and the files that one process may open are limited (20,000 is usual). */
const socketProcesses = 2

/** A load balancer in front of replicas: one address for requests, another one for WebSockets. */
export async function startBalancer() {
  // Each takes its connections itself. Otherwise this process would, which has thousands of sockets to open again when a replica dies.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const requests = fork('balancer-worker.ts', requestProcesses)
  const sockets = fork('socket-balancer-worker.ts', socketProcesses)
  const workers = [...requests, ...sockets]
  const [port, socketPort] = await Promise.all([portOf(requests), portOf(sockets)])
  const replicas = new Set<string>()

  async function tell(): Promise<void> {
    await Promise.all(workers.map(worker => (worker.send([...replicas]), once(worker, 'message'))))
  }

  return {
    url: `http://127.0.0.1:${port}`,
    socketUrl: `ws://127.0.0.1:${socketPort}`,
    add: (url: string) => (replicas.add(url), tell()),
    remove: (url: string) => (replicas.delete(url), tell()),
    stop: () => workers.forEach(worker => worker.kill('SIGKILL')),
  }
}

function fork(module: string, count: number) {
  cluster.setupPrimary({ exec: join(import.meta.dirname, module) })
  return Array.from({ length: count }, () => cluster.fork())
}

/** The one that all of them listen on. */
async function portOf(workers: ReturnType<typeof fork>): Promise<number> {
  const ports = await Promise.all(workers.map(async worker => ((await once(worker, 'listening')) as [{ readonly port: number }])[0].port))
  return ports[0]!
}
