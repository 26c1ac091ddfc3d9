import path from 'node:path'
import type { BackendSection } from '../config/sections/backend-section.ts'
import { openDatabase, type Database, type DatabaseOptions } from '../database/database.ts'
import { startEmbedded } from '../database/embedded.ts'
import type { Logger } from '../operations/log.ts'

/** Opens the database the config names, or the embedded one in the data folder. */
export async function openCoreDatabase(options: {
  readonly backend: BackendSection
  readonly cwd: string
  readonly log: Logger
  /** How long to wait for a database that does not answer. */
  readonly openTimeoutMs?: number
  readonly onStatement?: DatabaseOptions['onStatement']
}): Promise<{ readonly database: Database; readonly closeDatabase: () => Promise<void> }> {
  const { backend, cwd, log, openTimeoutMs, onStatement } = options
  const { connection, dataFolder, pool, statementTimeoutMs } = backend.database
  const embedded =
    connection === undefined
      ? await startEmbedded({ dataDir: path.resolve(cwd, dataFolder ?? path.join(backend.dataFolder, 'postgres')), log })
      : undefined
  const database = await openDatabase(
    {
      connection: (embedded?.connection ?? connection)!,
      poolMax: pool.max,
      idleTimeoutMs: pool.idleTimeoutMs,
      connectTimeoutMs: pool.acquireTimeoutMs,
      statementTimeoutMs,
      ...(openTimeoutMs !== undefined && { openTimeoutMs }),
      ...(onStatement && { onStatement }),
    },
    log,
  ).catch(async (error: unknown) => {
    await embedded?.stop()
    throw error
  })
  return {
    database,
    closeDatabase: async () => {
      await database.close()
      await embedded?.stop()
    },
  }
}
