import { setTimeout as wait } from 'node:timers/promises'
import type { Figure, Row } from '../figure.ts'
import { openCatalog, untilSettled } from '../catalog-server.ts'
import { readProcessMemory, readProportionalBytes } from '../process-memory.ts'

/** The Node process alone: some seconds after it has read the catalog for the first time, and then five seconds after a restart, without requests. */
export const memory: Figure = {
  id: 'memory',
  about: 'resident memory of the Node process, idle for five seconds (Linux)',
  async measure(bench) {
    const folder = bench.freshFolder()
    const first = await bench.start(folder)
    await untilSettled(await openCatalog(first))
    // The memory of the thread that read is given back by then.
    await wait(15_000)
    const afterReading = readProcessMemory(first.pid).residentBytes
    await first.stop()
    const server = await bench.start(folder)
    await wait(5000)
    const { residentBytes } = readProcessMemory(server.pid)
    const proportionalBytes = readProportionalBytes(server.pid)
    await server.stop()
    const rows: Row[] = [
      { name: 'Idle resident memory', value: residentBytes / 1e6, unit: 'MB', limit: 160 },
      { name: 'Resident memory 15 s after the first reading of the catalog', value: afterReading / 1e6, unit: 'MB' },
    ]
    if (proportionalBytes !== undefined) rows.push({ name: 'Idle proportional memory', value: proportionalBytes / 1e6, unit: 'MB' })
    return rows
  },
}
