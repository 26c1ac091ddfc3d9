import cluster from 'node:cluster'
import { once } from 'node:events'
import { join } from 'node:path'

/** Each has two sockets for a connection, and the files that one process may open are limited (20,000 is usual). */
const processes = 3

/** A load balancer in front of replicas. */
export async function startBalancer() {
  // Each takes its connections itself. Otherwise this process would, which has thousands of sockets to open again when a replica dies.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec: join(import.meta.dirname, 'balancer-worker.ts') })
  const workers = Array.from({ length: processes }, () => cluster.fork())
  const [port] = await Promise.all(workers.map(async worker => ((await once(worker, 'listening')) as [{ readonly port: number }])[0].port))
  const replicas = new Set<string>()

  async function tell(): Promise<void> {
    await Promise.all(workers.map(worker => (worker.send([...replicas]), once(worker, 'message'))))
  }

  return {
    url: `http://127.0.0.1:${port}`,
    add: (url: string) => (replicas.add(url), tell()),
    remove: (url: string) => (replicas.delete(url), tell()),
    stop: () => workers.forEach(worker => worker.kill('SIGKILL')),
  }
}
