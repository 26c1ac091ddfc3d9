/** The replicas behind a process of the load balancer, one after the other, past those that do not answer. */
export function createReplicaTurns() {
  /** How long a replica that broke a connection is left alone. */
  const suspectMs = 2000
  const suspects = new Map<string, number>()
  let replicas: readonly URL[] = []
  let turn = 0
  // What it is told by `balancer.ts`.
  process.on('message', (urls: readonly string[]) => {
    replicas = urls.map(url => new URL(url))
    process.send!('known')
  })
  return {
    /** All processes of a kind have one. */
    port: Number(process.env['PORTICO_BENCH_PORT']),
    next(): URL | undefined {
      const healthy = replicas.filter(({ host }) => (suspects.get(host) ?? 0) < performance.now())
      // One that has just closed a kept connection is better than none.
      const chosen = healthy.length > 0 ? healthy : replicas
      return chosen[turn++ % Math.max(1, chosen.length)]
    },
    suspect: ({ host }: URL) => void suspects.set(host, performance.now() + suspectMs),
  }
}
