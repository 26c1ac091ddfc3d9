import type { Database } from '../database/database.ts'
import type { PerformanceRecorder } from '../operations/performance/performance.ts'
import type { Foundation } from './foundation.ts'
import type { Inspection } from './inspection.ts'
import type { PluginHost } from './plugin-host.ts'
import type { InstalledPlugins } from '../packages/installed-plugins.ts'
import type { LivePlugins } from '../packages/live-plugins.ts'
import { createPluginAdministration } from '../packages/plugin-administration.ts'
import { createReportedProblems } from './reported-problems.ts'
import type { CoreServices } from './services.ts'

/** For the server itself: what is reported can be withdrawn. */
export interface ServerInspection extends Inspection {
  reportProblems(...args: Parameters<Inspection['reportProblems']>): () => void
}

/** What plugins for operators may know of the running server. */
export function createInspection(
  { config, instanceId, log }: Foundation,
  {
    host,
    services,
    database,
    performance,
    installed,
    live,
    version,
  }: {
    readonly host: PluginHost
    readonly services: CoreServices
    readonly database: Database
    readonly performance: PerformanceRecorder
    readonly installed: InstalledPlugins
    /** Made after this. */
    readonly live: () => LivePlugins
    readonly version: string
  },
): ServerInspection {
  const problems = createReportedProblems(log)
  return {
    plugins: host.statuses,
    outside: createPluginAdministration(installed, host.statuses, live),
    configWarnings: () => config.warnings,
    configChanges: config.changes,
    reportProblems: problems.report,
    problems: problems.all,
    tasks: services.scheduler.listAll,
    triggerTask: services.scheduler.trigger,
    performance: () => performance.report(database),
    explainStatement: id => performance.explain(database, id),
    version,
    startedAt: new Date(),
    instanceId,
  }
}
