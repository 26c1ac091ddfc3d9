import type { Figure } from '../figure.ts'
import { median } from '../statistics.ts'

const warmStarts = 5

/** From nothing to a portal: the database is created and every migration runs. */
export const coldStart: Figure = {
  id: 'cold-start',
  about: 'time from an empty data folder to the first 200',
  async measure(bench) {
    const server = await bench.start(bench.freshFolder())
    await server.stop()
    return [{ name: 'Cold start on an empty database', value: server.readyMs, unit: 'ms' }]
  },
}

/** How long a restart takes. */
export const warmStart: Figure = {
  id: 'warm-start',
  about: `time to the first 200 on a data folder that was used before, median of ${warmStarts}`,
  async measure(bench) {
    const folder = await bench.warmFolder()
    const runs: number[] = []
    for (let run = 0; run < warmStarts; run++) {
      const server = await bench.start(folder)
      runs.push(server.readyMs)
      await server.stop()
    }
    return [{ name: `Warm start to the first 200, median of ${warmStarts}`, value: median(runs), unit: 'ms', limit: 1500, runs }]
  },
}
