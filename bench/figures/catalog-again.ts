import { setTimeout as wait } from 'node:timers/promises'
import { openCatalog, prepareOrganisation, untilComplete, untilSettled } from '../catalog-server.ts'
import type { Figure } from '../figure.ts'
import { processSeconds } from '../process-time.ts'

const entities = 100_000
const busySeconds = 0.1
const quietSamples = 10

/** The cost of a large catalog while nothing changes: between two reads of its sources, and for a read. */
export const catalogAgain: Figure = {
  id: 'catalog-again',
  about: `the catalog with ${entities.toLocaleString('en')} entities while nothing changes: doing nothing, and reading all sources again`,
  async measure(bench) {
    const { folder, config } = prepareOrganisation(bench, entities)
    const server = await bench.start(folder, { ...config, 'catalog.processingInterval': { minutes: 1 } })
    const ask = await openCatalog(server)
    await untilComplete(ask, entities + 1)
    await untilSettled(ask)
    let before = processSeconds(server.pid)
    /** The processor time of the next second. */
    const sample = async () => {
      await wait(1000)
      const now = processSeconds(server.pid)
      const spent = now - before
      before = now
      return spent
    }
    const untilQuiet = async () => {
      const spent: number[] = []
      while (spent.length < quietSamples || spent.slice(-quietSamples).some(each => each > busySeconds)) spent.push(await sample())
      return spent
    }
    // The rest of the first read, and perhaps a second one.
    const quiet = (await untilQuiet()).slice(-quietSamples)
    let first = await sample()
    for (; first <= busySeconds; first = await sample()) quiet.push(first)
    // The mean, because a second uses less than the resolution of Linux.
    const idle = quiet.reduce((sum, each) => sum + each, 0) / quiet.length
    const again = [first, ...(await untilQuiet())].reduce((sum, each) => sum + each - idle, 0)
    await server.stop()
    return [
      { name: 'Processor time of ten seconds in which nothing is due', value: idle * 10_000, unit: 'ms', limit: 100 },
      { name: 'All sources read again and unchanged, processor time', value: again, unit: 's', limit: 5 },
    ]
  },
}
