import { availableParallelism, freemem, loadavg, release, totalmem } from 'node:os'
import type { Inspection } from '../host/inspection.ts'
import type { AuditEvent } from './audit.ts'
import type { DatabaseStatus } from './database-status.ts'
import type { Redactor } from './redactor.ts'

type Source<T> = () => T | Promise<T>

/** The sources of the parts of the document. A part whose source fails or hangs says so, and the rest is still included. */
export interface DiagnosticSources {
  readonly inspection: Pick<Inspection, 'plugins' | 'configWarnings' | 'version' | 'instanceId' | 'startedAt'>
  readonly redactor: Redactor
  /** The whole config as it was merged. Secrets may be in it: they are removed here. */
  readonly config: Source<unknown>
  readonly database: Source<DatabaseStatus>
  readonly tasks: Source<unknown>
  /** The last events of the audit trail that failed or were denied. */
  readonly auditFailures: Source<readonly AuditEvent[]>
  /** The last warnings and errors of the log. */
  readonly recentLog: Source<readonly unknown[]>
  /** How long each source may take. Default 5 s. */
  readonly timeoutMs?: number
}

/** One JSON document for support. */
export interface Diagnostics {
  readonly collectedAt: string
  readonly version: string
  readonly instanceId: string
  readonly startedAt: string
  readonly runtime: Readonly<Record<string, unknown>>
  readonly plugins: unknown
  readonly configWarnings: unknown
  readonly config: unknown
  readonly database: unknown
  readonly tasks: unknown
  readonly auditFailures: unknown
  readonly recentLog: unknown
}

/** Collects what helps to diagnose a server remotely, without its secrets. Never throws for a part that is unavailable. */
export async function collectDiagnostics(sources: DiagnosticSources): Promise<Diagnostics> {
  const { inspection, redactor, timeoutMs = 5000 } = sources
  const part = async (source: Source<unknown>) => redactor.redactDeep(await readPart(source, timeoutMs))
  const [plugins, configWarnings, config, database, tasks, auditFailures, recentLog] = await Promise.all([
    part(() => inspection.plugins()),
    part(() => inspection.configWarnings()),
    part(sources.config),
    part(sources.database),
    part(sources.tasks),
    part(sources.auditFailures),
    part(sources.recentLog),
  ])
  return {
    collectedAt: new Date().toISOString(),
    version: inspection.version,
    instanceId: inspection.instanceId,
    startedAt: inspection.startedAt.toISOString(),
    runtime: readRuntime(),
    plugins,
    configWarnings,
    config,
    database,
    tasks,
    auditFailures,
    recentLog,
  }
}

async function readPart(source: Source<unknown>, timeoutMs: number): Promise<unknown> {
  const { promise: deadline, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
  try {
    return await Promise.race([Promise.resolve().then(source), deadline])
  } catch (error) {
    return { unavailable: error instanceof Error ? error.message : String(error) }
  } finally {
    clearTimeout(timer)
  }
}

function readRuntime() {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
  return {
    node: process.version,
    platform: process.platform,
    architecture: process.arch,
    kernel: release(),
    processors: availableParallelism(),
    load: loadavg(),
    machineMemoryBytes: { total: totalmem(), free: freemem() },
    memoryBytes: { rss, heapUsed, heapTotal, external },
    uptimeSeconds: Math.round(process.uptime()),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
}
