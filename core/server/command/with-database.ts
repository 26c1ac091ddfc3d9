import { readCoreConfig } from '../config/core-config.ts'
import type { Database } from '../database/database.ts'
import { openCoreDatabase } from '../host/core-database.ts'
import { createLog } from '../operations/create-log.ts'
import type { Logger } from '../operations/log.ts'
import { createRedactor } from '../operations/redactor.ts'
import type { CommandContext } from './command.ts'

/** Runs with the database that the config names, or the embedded one, which is started where it does not run. What is logged goes to standard error. */
export async function withDatabase<R>(
  { loadConfig, warn, cwd }: Pick<CommandContext, 'loadConfig' | 'warn' | 'cwd'>,
  run: (database: Database, log: Logger) => Promise<R>,
): Promise<R> {
  const config = await loadConfig()
  const redactor = createRedactor()
  redactor.add(config.secrets())
  const log = createLog({ level: 'info', format: 'pretty', redact: redactor, destination: { write: line => warn(line.trimEnd()) } })
  const { database, closeDatabase } = await openCoreDatabase({ backend: readCoreConfig(config).backend, cwd, log })
  try {
    return await run(database, log)
  } finally {
    await closeDatabase()
  }
}
