import type { DryRun, HostState, SourceRun, SourceState } from '@portico/catalog-sources/common'
import type { catalogExtensions } from '@portico/catalog/server'
import type { Logger } from '@portico/core/server'
import type { Integrations } from '@portico/integrations/server'
import { alreadyRunning, sourceNotFound } from '../errors.ts'
import { checkRemoved, compare, toDryRun, toRun, toUnchangedRun, type Difference } from './run-source.ts'
import type { SourceStore } from './source-store.ts'
import type { FindContext, Source } from './source.ts'

type Extensions = NonNullable<(typeof catalogExtensions)['of']>
type Connection = Parameters<Parameters<Extensions['addProvider']>[0]['connect']>[0]

export interface SourcesDependencies {
  readonly list: readonly Source[]
  readonly store: SourceStore
  readonly integrations: Integrations
  readonly maxRemovedShare: number
  /** What an identity provider has pushed. */
  readonly pushed: FindContext['pushed']
  readonly log: Logger
}

interface RunOptions {
  readonly force?: boolean
  readonly signal: AbortSignal
  /** Whether it begins after a run that is under way; refused by default. */
  readonly waits?: boolean
}

export type Sources = ReturnType<typeof createSources>

/** A run that somebody asked for ends after this time. */
export const maxRunMs = 3_600_000

const maxProblems = 5
const directories: Readonly<Record<string, string>> = { microsoftGraphOrg: 'Microsoft Graph', ldapOrg: 'LDAP', people: 'File of people' }
// A version tells of what came and went, not of everything: the names of people are read again at least once a day.
const maxVersionAgeMs = 24 * 3_600_000

/** The name of the provider by which the catalog knows the entities of a source. */
export function providerName(source: Source): string {
  return `catalog-sources/${source.id}`
}

/** Runs sources: asks them what they have, and hands the difference to the catalog. */
export function createSources({ list, store, integrations, maxRemovedShare, pushed, log }: SourcesDependencies) {
  const connections = new Map(list.map(({ id }) => [id, Promise.withResolvers<Connection>()]))
  const refreshing = Promise.withResolvers<Connection>()
  const running = new Map<string, Promise<SourceRun>>()
  // What the catalog lost while this server was down comes back with its first run.
  const readHere = new Set<string>()

  function byId(id: string): Source {
    const found = list.find(source => source.id === id)
    if (!found) throw sourceNotFound(id)
    return found
  }

  async function states(): Promise<SourceState[]> {
    const known = await store.all()
    return list.map(({ id, kind, title, host }) => {
      const { isPaused = false, lastRun, count = 0 } = known.get(id) ?? {}
      return { id, kind, title, ...(host !== undefined && { host }), isPaused, count, ...(lastRun && { lastRun }) }
    })
  }

  const contextOf = (signal: AbortSignal): FindContext => ({ api: integrations.api(), integrations, signal, pushed })

  async function find(source: Source, signal: AbortSignal) {
    const before = await store.snapshot(source.id)
    return { before, difference: compare(await source.find(contextOf(signal)), before) }
  }

  /** What the source has now, told by conditional requests, and whether that is what it had when it was last read whole. */
  async function look(source: Source, signal: AbortSignal): Promise<{ readonly version?: string | undefined; readonly isSame: boolean }> {
    if (!source.version) return { isSame: false }
    const known = await store.version(source.id)
    const prefix = `${source.settingsHash} `
    const told = known?.version.startsWith(prefix) ? known.version.slice(prefix.length) : undefined
    const current = await source.version(contextOf(signal), told)
    const isRecent = known !== undefined && Date.now() - known.readAt.getTime() < maxVersionAgeMs
    return {
      version: current && prefix + current,
      isSame: current !== undefined && current === told && isRecent && readHere.has(source.id),
    }
  }

  async function apply(source: Source, difference: Difference): Promise<void> {
    // The catalog connects its providers once it has started.
    const connection = await connections.get(source.id)!.promise
    // Everything is handed over each time: the catalog itself skips what is the same, and what it lost comes back.
    await connection.applyMutation({
      type: 'full',
      entities: difference.entities.map(entity => ({ entity, locationKey: providerName(source) })),
    })
  }

  async function runNow(source: Source, { force, signal }: { readonly force: boolean; readonly signal: AbortSignal }): Promise<SourceRun> {
    const startedAt = Date.now()
    let difference: Difference | undefined
    try {
      // Before everything is read: what changes meanwhile is seen by the next run.
      const { version, isSame } = await look(source, signal)
      if (isSame && !force) return await recordUnchanged(source, startedAt)
      const found = await find(source, signal)
      difference = found.difference
      if (!force) checkRemoved(difference, found.before, maxRemovedShare)
      await apply(source, difference)
      const run = toRun(startedAt, difference)
      await store.recordApplied(source.id, run, difference.snapshot, version)
      readHere.add(source.id)
      log.info({ source: source.id, ...countsOf(run) }, `the source ${source.id} was read`)
      return run
    } catch (error) {
      const run = toRun(startedAt, difference, error)
      await store.recordRun(source.id, run)
      log.warn({ source: source.id, error }, `the source ${source.id} was not read: nothing was changed`)
      return run
    }
  }

  async function recordUnchanged(source: Source, startedAt: number): Promise<SourceRun> {
    const { count = 0, lastRun } = (await store.all()).get(source.id) ?? {}
    const run = toUnchangedRun(startedAt, count, lastRun)
    await store.recordRun(source.id, run)
    log.info({ source: source.id, durationMs: run.durationMs }, `the source ${source.id} has nothing new`)
    return run
  }

  return {
    list,
    /** Somebody told that it has changed: the next run reads it whole, whatever its lists tell. */
    expire: store.forgetVersion,
    connect: (id: string, connection: Connection): void => connections.get(id)?.resolve(connection),
    connectRefresh: (connection: Connection): void => refreshing.resolve(connection),
    /** Has exactly what depends on these addresses read again. */
    async refresh(targets: readonly string[]): Promise<void> {
      await (await refreshing.promise).refresh(targets.map(target => `url:${target}`))
    },
    states,
    /** For the system page. */
    async problems() {
      const failing = (await states()).filter(({ lastRun }) => lastRun !== undefined && lastRun.result !== 'completed')
      const items = failing
        .slice(0, maxProblems)
        .map(({ title, lastRun }) => ({ subject: title, message: `${lastRun?.error}. ${lastRun?.advice}` }))
      return { title: 'Sources of the catalog that fail', count: failing.length, items }
    },
    /**
     * One run at a time in this process; over replicas the scheduler sees to it. Who waits runs after the current one, which may have looked
     * before the change that the next is about.
     */
    async run(id: string, { force = false, signal, waits = false }: RunOptions): Promise<SourceRun> {
      const source = byId(id)
      if (!waits && running.has(id)) throw alreadyRunning(id)
      while (running.has(id)) await Promise.allSettled([running.get(id)])
      const current = runNow(source, { force, signal }).finally(() => running.delete(id))
      running.set(id, current)
      return current
    },
    isPaused: store.isPaused,
    async dryRun(id: string, signal: AbortSignal): Promise<DryRun> {
      const startedAt = Date.now()
      const { before, difference } = await find(byId(id), signal)
      let refusal: unknown
      try {
        checkRemoved(difference, before, maxRemovedShare)
      } catch (error) {
        refusal = error
      }
      return toDryRun(startedAt, difference, refusal)
    },
    async pause(id: string, isPaused: boolean): Promise<void> {
      await store.setPaused(byId(id).id, isPaused)
    },
    hosts(): HostState[] {
      const budgets = integrations.budgets()
      const budgetsOf = (asked: string) => budgets.filter(({ key }) => key.split(' ')[0] === asked).map(toBudget)
      const known = integrations.list().map(({ type, title, host, apiBaseUrl, hasCredentials }) => {
        const asked = apiBaseUrl === undefined ? host : new URL(apiBaseUrl).host
        return { type, title, host, hasCredentials, canCheck: hasCredentials, budgets: budgetsOf(asked) }
      })
      // Directories whose credentials are those of the source itself.
      const others = new Map(list.flatMap(({ host, kind }) => (host === undefined || integrations.byHost(host) ? [] : [[host, kind]])))
      const own = [...others].map(([host, type]) => ({
        type,
        title: directories[type] ?? type,
        host,
        hasCredentials: true,
        canCheck: false,
      }))
      return [...known, ...own.map(each => ({ ...each, budgets: budgetsOf(each.host) }))]
    },
  }
}

function countsOf({ found, added, changed, removed, skippedCount: skipped, durationMs }: SourceRun) {
  return { found, added, changed, removed, skipped, durationMs }
}

function toBudget({
  key,
  limit,
  remaining,
  resetAt,
  blockedUntil,
}: ReturnType<Integrations['budgets']>[number]): HostState['budgets'][number] {
  return {
    key,
    ...(limit !== undefined && { limit }),
    ...(remaining !== undefined && { remaining }),
    ...(resetAt !== undefined && { resetAt: new Date(resetAt).toISOString() }),
    ...(blockedUntil !== undefined && blockedUntil > Date.now() && { blockedUntil: new Date(blockedUntil).toISOString() }),
  }
}
