import { setTimeout as wait } from 'node:timers/promises'
import type { Figure, Row } from '../figure.ts'
import { readProcessMemory } from '../process-memory.ts'

/** The Node process alone, five seconds after it became ready and without requests. */
export const memory: Figure = {
  id: 'memory',
  about: 'resident memory of the Node process, idle for five seconds (Linux)',
  async measure(bench) {
    const server = await bench.start(await bench.warmFolder())
    await wait(5000)
    const { residentBytes, proportionalBytes } = readProcessMemory(server.pid)
    await server.stop()
    const rows: Row[] = [{ name: 'Idle resident memory', value: residentBytes / 1e6, unit: 'MB', limit: 160 }]
    if (proportionalBytes !== undefined) rows.push({ name: 'Idle proportional memory', value: proportionalBytes / 1e6, unit: 'MB' })
    return rows
  },
}
