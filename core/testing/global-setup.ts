import { startEmbedded } from '@portico/core/server'
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { makeDatabaseFolder, memoryFolder } from './database-folder.ts'
import { silentLog } from './log.ts'

/** Starts one PostgreSQL for the whole run of tests, unless PORTICO_TEST_DATABASE names one, and removes it afterwards. */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const chosen = project.vitest.config.project
  const onlyWeb = chosen.length > 0 && chosen.every(name => name === 'web')
  if (onlyWeb || process.env['PORTICO_TEST_DATABASE']) return undefined
  await removeLeftovers()
  const folder = makeDatabaseFolder(`test-${process.pid}`)
  const embedded = await startEmbedded({ dataDir: folder, log: silentLog, durable: false })
  process.env['PORTICO_TEST_DATABASE'] = JSON.stringify(embedded.connection)
  return async () => {
    delete process.env['PORTICO_TEST_DATABASE']
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A run that was killed leaves its server and its folder behind; those of other users are theirs to remove. */
async function removeLeftovers(): Promise<void> {
  for (const parent of [memoryFolder, tmpdir()]) {
    for (const name of existsSync(parent) ? readdirSync(parent) : []) {
      const [, pid] = /^portico-test-(\d+)-/.exec(name) ?? []
      const folder = join(parent, name)
      if (!pid || isRunning(Number(pid)) || statSync(folder).uid !== process.getuid?.()) continue
      if (existsSync(join(folder, 'postgres'))) {
        const embedded = await startEmbedded({ dataDir: folder, log: silentLog, durable: false })
        await embedded.stop()
      }
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
