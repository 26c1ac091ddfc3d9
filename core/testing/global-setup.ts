import { startEmbedded } from '@portico/core/server'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { silentLog } from './log.ts'

const memoryFolder = '/dev/shm'
const enoughBytes = 2 ** 30

/** Starts one PostgreSQL for the whole run of tests, unless PORTICO_TEST_DATABASE names one, and removes it afterwards. */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const chosen = project.vitest.config.project
  const onlyWeb = chosen.length > 0 && chosen.every(name => name === 'web')
  if (onlyWeb || process.env['PORTICO_TEST_DATABASE']) return undefined
  await removeLeftovers()
  const folder = mkdtempSync(join(isRoomy(memoryFolder) ? memoryFolder : tmpdir(), `portico-test-${process.pid}-`))
  // The system user that the database runs as under root must be able to enter it.
  chmodSync(folder, 0o711)
  const embedded = await startEmbedded({ dataDir: folder, log: silentLog, durable: false })
  process.env['PORTICO_TEST_DATABASE'] = JSON.stringify(embedded.connection)
  return async () => {
    delete process.env['PORTICO_TEST_DATABASE']
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Copying a template is ten times as fast in memory; in a container that part of memory is often too small. */
function isRoomy(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > enoughBytes
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
