import { readCoreConfig } from '../config/core-config.ts'
import type { Config } from '../config/open.ts'
import { openCoreDatabase } from '../host/core-database.ts'
import { servicesOf } from '../host/order.ts'
import type { PluginMetadata } from '../host/plugin-metadata.ts'
import type { Service } from '../host/service.ts'
import { createAudit } from '../operations/create-audit.ts'
import { createLog } from '../operations/create-log.ts'
import { createRedactor } from '../operations/redactor.ts'
import { createEventStore } from '../work/event-store.ts'
import { hasDatabase } from './with-database.ts'

/** A person waits for the answer, and it can be given without the database. */
const openTimeoutMs = 1_000

/** Runs with a plugin's service that needs only the database. A database that does not exist yet is not created for this. */
export async function withOfflineService<T, R>(
  options: {
    readonly service: Service<T>
    readonly plugins: readonly PluginMetadata[]
    readonly cwd: string
    readonly loadConfig: () => Promise<Config>
  },
  run: (value: T | undefined) => Promise<R>,
): Promise<R> {
  const { service, plugins, cwd } = options
  const config = await options.loadConfig()
  const { backend } = readCoreConfig(config)
  if (!ownerOf(service, plugins) || !(await hasDatabase({ cwd, loadConfig: async () => config }))) return run(undefined)

  const redactor = createRedactor()
  redactor.add(config.secrets())
  const log = createLog({ level: 'error', format: 'json', redact: redactor, destination: { write: () => {} } })
  const { database, closeDatabase } = await openCoreDatabase({ backend, cwd, log, openTimeoutMs })
  try {
    const audit = createAudit({ db: database.forSchema('core'), log, redactor })
    const events = createEventStore(database.forSchema('core'))
    const find = <S>(wanted: Service<S>): S | undefined => {
      const owner = ownerOf(wanted, plugins)
      const values = owner?.offline?.(database.forSchema(owner.id), {
        audit: audit.forPlugin(owner.id),
        events: { publish: ({ topic }, payload, options) => events.publish(owner.id, topic, JSON.stringify(payload), options?.within) },
        service: find,
      }) as Record<string, unknown> | undefined
      const name = Object.entries(owner?.provides ?? {}).find(([, each]) => (each as Service<unknown>).id === wanted.id)?.[0] ?? ''
      return values?.[name] as S | undefined
    }
    return await run(find(service))
  } finally {
    await closeDatabase()
  }
}

function ownerOf(service: Service<unknown>, plugins: readonly PluginMetadata[]): PluginMetadata | undefined {
  return plugins.find(plugin => plugin.offline && servicesOf(plugin.provides).includes(service.id))
}
