import { defineContract, get, post } from '@portico/core/common'
import { z } from 'zod'
import { Performance } from './performance.ts'
import { managePluginsPermission, readPerformancePermission, readProblemsPermission, triggerTaskPermission } from './permissions.ts'

const texts = z.array(z.string())

/** Where a plugin from outside comes from, and what its manifest says that it adds. */
export const PluginOrigin = z.object({
  package: z.string(),
  version: z.string(),
  source: z.enum(['folder', 'archive', 'address', 'registry']),
  /** As `plugins` in the config names it. */
  written: z.string(),
  /** The sha512 of its archive, or of its files, as hex. */
  digest: z.string(),
  api: z.string(),
  isolation: z.enum(['none', 'process']),
  adds: z.object({ routes: texts, permissions: texts, tables: texts, slots: texts, hosts: texts, hasPages: z.boolean() }),
})
export type PluginOrigin = z.output<typeof PluginOrigin>

/** The process of a plugin that has one of its own. */
export const PluginProcess = z.object({
  state: z.enum(['starting', 'running', 'restarting', 'ended']),
  pid: z.number().optional(),
  memoryBytes: z.number().optional(),
  maxMemoryBytes: z.number(),
  /** How often it was started again. */
  restarts: z.number(),
  /** Why it ended last, and when. */
  lastReason: z.string().optional(),
  lastEndedAt: z.string().optional(),
})
export type PluginProcess = z.output<typeof PluginProcess>

/** One plugin of the running server. */
export const PluginState = z.object({
  id: z.string(),
  state: z.enum(['starting', 'started', 'failed', 'stopped', 'off']),
  error: z.string().optional(),
  /** Why it is off. */
  reason: z.string().optional(),
  /** What is not as it should be although it runs: another version could not be started. */
  problem: z.string().optional(),
  /** Absent for ours. */
  origin: PluginOrigin.optional(),
  /** The role that sees only the tables of a plugin from outside, or why it has none. */
  database: z.union([z.object({ name: z.string() }), z.object({ problem: z.string() })]).optional(),
  process: PluginProcess.optional(),
  uses: z.array(z.string()),
  provides: z.array(z.string()),
  setupMs: z.number(),
})
export type PluginState = z.output<typeof PluginState>

/** The state of the server that answered. */
export const System = z.object({
  version: z.string(),
  instanceId: z.string(),
  startedAt: z.string(),
  plugins: z.array(PluginState),
  /** Plugins whose change needs a restart: ours, and those whose services others use. */
  waitingPlugins: z.array(z.string()),
  /** Those from outside that can be switched off here, and those with a version before. */
  switchablePlugins: z.array(z.string()),
  revertiblePlugins: z.array(z.string()),
  configWarnings: z.array(z.string()),
  /** Keys whose values in the files differ from those at the start, such as `catalog.locations`. */
  configChanges: z.object({ inForce: z.array(z.string()), needsRestart: z.array(z.string()) }),
  /** What a registry said about newer versions, and why it did not answer last. Absent where the config names none. */
  updates: z.object({ askedAt: z.string().optional(), newer: z.string().optional(), failure: z.string().optional() }).optional(),
})
export type System = z.output<typeof System>

/** A scheduled task. Times are ISO texts. */
export const Task = z.object({
  plugin: z.string(),
  id: z.string(),
  description: z.string().optional(),
  scope: z.enum(['global', 'local']),
  /** An ISO 8601 duration, a cron expression, or `manual`. */
  cadence: z.string(),
  running: z.boolean(),
  lastRunAt: z.string().optional(),
  lastResult: z.enum(['completed', 'failed', 'timed-out', 'cancelled']).optional(),
  lastError: z.string().optional(),
  nextRunAt: z.string().optional(),
})
export type Task = z.output<typeof Task>

/** What a plugin reports as not working: how many problems, and the first few. */
export const ProblemReport = z.object({
  plugin: z.string(),
  title: z.string(),
  count: z.number().int(),
  items: z.array(z.object({ subject: z.string(), message: z.string() })),
})
export type ProblemReport = z.output<typeof ProblemReport>

const InstalledVersion = z.object({
  id: z.string(),
  package: z.string(),
  version: z.string(),
  /** Why it does not run. */
  problem: z.string().optional(),
})

export const devtoolsApi = defineContract('devtools', {
  getSystem: get('/system', {
    access: 'signed-in',
    guests: 'refused',
    summary: 'Version, plugins, config warnings and config changes of the server',
    reply: System,
  }),
  installPlugin: post('/plugins', {
    access: { permission: managePluginsPermission },
    summary: 'Installs a plugin from the registry, or another version of one, and starts it',
    body: z.object({
      /** A name in the registry: folders and files of the server are for its command line. */
      package: z.string().min(1).max(300),
      integrity: z.string().max(200).optional(),
    }),
    reply: InstalledVersion,
  }),
  rollbackPlugin: post('/plugins/:id/rollback', {
    access: { permission: managePluginsPermission },
    summary: 'Takes a plugin back to the version before, and starts it',
    reply: InstalledVersion,
  }),
  enablePlugin: post('/plugins/:id/enabled', {
    access: { permission: managePluginsPermission },
    summary: 'Switches a plugin from outside on or off',
    body: z.object({ enabled: z.boolean() }),
  }),
  listProblems: get('/problems', {
    access: { permission: readProblemsPermission },
    summary: 'What does not work as it should, as plugins report it',
    reply: z.object({ items: z.array(ProblemReport) }),
  }),
  getPerformance: get('/performance', {
    access: { permission: readPerformancePermission },
    summary: 'How fast the server is: routes, statements, event loop, memory, tables and queues, with advice',
    reply: Performance,
  }),
  explainStatement: get('/performance/statements/:id/plan', {
    access: { permission: readPerformancePermission },
    summary: "PostgreSQL's plan for a statement, which is not run for it",
    reply: z.object({ plan: z.string() }),
  }),
  listTasks: get('/tasks', {
    access: 'signed-in',
    guests: 'refused',
    summary: 'The scheduled tasks of all plugins',
    reply: z.object({ items: z.array(Task) }),
  }),
  triggerTask: post('/tasks/:plugin/:task/trigger', {
    access: { permission: triggerTaskPermission },
    summary: 'Runs a scheduled task as soon as possible',
  }),
})
