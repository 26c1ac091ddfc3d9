import cluster from 'node:cluster'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from './server-process.ts'

/** The requests have theirs, so that none of them waits while thousands of sockets are closed and opened again. */
const requestProcesses = 2
/** Each has two sockets for a connection, and the files that one process may open are limited (20,000 is usual). */
const socketProcesses = 2

/** A load balancer in front of replicas: one address for requests, another one for WebSockets. */
export async function startBalancer() {
  // Each takes its connections itself. Otherwise this process would, which has thousands of sockets to open again when a replica dies.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const [port, socketPort] = [await freePort(), await freePort()]
  const workers = [...fork('balancer-worker.ts', port, requestProcesses), ...fork('socket-balancer-worker.ts', socketPort, socketProcesses)]
  await Promise.all(workers.map(worker => once(worker, 'listening')))
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

function fork(module: string, port: number, count: number) {
  cluster.setupPrimary({ exec: join(import.meta.dirname, module) })
  return Array.from({ length: count }, () => cluster.fork({ PORTICO_BENCH_PORT: String(port) }))
}
