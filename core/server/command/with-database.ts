import { existsSync } from 'node:fs'
import path from 'node:path'
import { readCoreConfig } from '../config/core-config.ts'
import type { Config } from '../config/open.ts'
import type { Database } from '../database/database.ts'
import { openCoreDatabase } from '../host/core-database.ts'
import { createLog } from '../operations/create-log.ts'
import type { Logger } from '../operations/log.ts'
import { createRedactor } from '../operations/redactor.ts'
import type { CommandContext } from './command.ts'

/** Runs with the database that the config names, or the embedded one, which is started where it does not run. What is logged goes to standard error. */
export async function withDatabase<R>(
  { loadConfig, warn, cwd }: Pick<CommandContext, 'loadConfig' | 'warn' | 'cwd'>,
  run: (database: Database, log: Logger, config: Config) => Promise<R>,
  /** How long to wait for a database that does not answer. */
  openTimeoutMs?: number,
): Promise<R> {
  const config = await loadConfig()
  const redactor = createRedactor()
  redactor.add(config.secrets())
  const log = createLog({ level: 'info', format: 'pretty', redact: redactor, destination: { write: line => warn(line.trimEnd()) } })
  const { database, closeDatabase } = await openCoreDatabase({
    backend: readCoreConfig(config).backend,
    cwd,
    log,
    ...(openTimeoutMs !== undefined && { openTimeoutMs }),
  })
  try {
    return await run(database, log, config)
  } finally {
    await closeDatabase()
  }
}

/** Whether there is a database, or at least an address of one. One that does not exist yet is not created to look into it. */
export async function hasDatabase({ loadConfig, cwd }: Pick<CommandContext, 'loadConfig' | 'cwd'>): Promise<boolean> {
  const { backend } = readCoreConfig(await loadConfig())
  const { connection, dataFolder } = backend.database
  return connection !== undefined || existsSync(path.resolve(cwd, dataFolder ?? path.join(backend.dataFolder, 'postgres')))
}
