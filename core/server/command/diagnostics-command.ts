import { randomUUID } from 'node:crypto'
import { readCoreConfig } from '../config/core-config.ts'
import { openCoreDatabase } from '../host/core-database.ts'
import { servicesOf } from '../host/order.ts'
import { createAudit } from '../operations/create-audit.ts'
import { createLog } from '../operations/create-log.ts'
import { readDatabaseStatus } from '../operations/database-status.ts'
import { collectDiagnostics } from '../operations/diagnostics.ts'
import { createRedactor } from '../operations/redactor.ts'
import { readStoredTasks } from '../work/task-store.ts'
import type { Command } from './command.ts'

/** `portico diagnostics`: one document for support, without secrets. Works beside a running server and without one. */
export const diagnosticsCommand: Command = {
  name: 'diagnostics',
  summary: 'print a document for support, without secrets',
  async run({ loadConfig, print, plugins, cwd, version }) {
    const config = await loadConfig()
    const redactor = createRedactor()
    redactor.add(config.secrets())
    const log = createLog({ level: 'error', format: 'json', redact: redactor, destination: { write: () => {} } })
    const { database, closeDatabase } = await openCoreDatabase({ backend: readCoreConfig(config).backend, cwd, log })
    try {
      const audit = createAudit({ db: database.forSchema('core'), log, redactor })
      const document = await collectDiagnostics({
        inspection: {
          plugins: () =>
            plugins.map(({ id, uses, provides }) => ({
              id,
              state: 'stopped',
              uses: servicesOf(uses),
              provides: servicesOf(provides),
              setupMs: 0,
            })),
          configWarnings: () => config.warnings,
          version,
          startedAt: new Date(),
          instanceId: randomUUID(),
        },
        redactor,
        config: () => config.print(),
        database: () => readDatabaseStatus(database.pool),
        tasks: () => readStoredTasks(database.forSchema('core')),
        auditFailures: async () => (await audit.list({ limit: 50, result: 'failure' })).items,
        recentLog: () => log.recent(),
      })
      print(JSON.stringify(document, null, 2))
    } finally {
      await closeDatabase()
    }
  },
}
