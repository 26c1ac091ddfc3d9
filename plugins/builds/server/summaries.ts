import type { BuildSummary } from '@portico/builds/common'
import { entityReadPermission, type Entity } from '@portico/catalog/common'
import type { Catalog } from '@portico/catalog/server'
import { AppError } from '@portico/core/common'
import { createSemaphore, type Logger, type Permissions, type Principal } from '@portico/core/server'
import type { BuildSystem } from './systems/build-system.ts'
import { inTime } from './builds.ts'
import { annotationOf } from './entity-project.ts'
import { notSetUpCode } from './errors.ts'
import type { TimedCache } from './timed-cache.ts'

/** What a summary needs of a system. */
export interface SummarySource {
  readonly id: string
  readonly annotation: string
  readonly open: () => Promise<Pick<BuildSystem, 'listBuilds' | 'defaultBranch'>> | Pick<BuildSystem, 'listBuilds' | 'defaultBranch'>
}

interface Dependencies {
  readonly catalog: Pick<Catalog, 'getEntities'>
  readonly permissions: Pick<Permissions, 'authorize'>
  /** The first whose annotation an entity has, and that is set up, is the one that is shown. */
  readonly sources: () => readonly SummarySource[]
  readonly cache: TimedCache
  readonly log: Logger
}

const ttlMs = 60_000
const timeoutMs = 15_000
/** How many projects are asked for at a time, over all callers. */
const maxAtOnce = 8
const kept = 30

/** The last builds of many entities. One that fails costs its own row. */
export function createSummaries({ catalog, permissions, sources, cache, log }: Dependencies) {
  const limit = createSemaphore(maxAtOnce)

  async function readFrom(
    source: SummarySource,
    entity: Entity,
    value: string,
    signal: AbortSignal,
  ): Promise<Omit<BuildSummary, 'entityRef'>> {
    const system = await source.open()
    const project = { value, entity }
    const branch = await system.defaultBranch(project, signal)
    const { items } = await system.listBuilds(project, { limit: kept, offset: 0, branch }, signal)
    const builds = items.map(({ id, number, status, startedAt, stoppedAt, url }) => ({ id, number, status, startedAt, stoppedAt, url }))
    return { system: source.id, branch, builds }
  }

  async function read(entity: Entity): Promise<Omit<BuildSummary, 'entityRef'>> {
    for (const source of sources()) {
      const value = annotationOf(entity, source.annotation)
      if (value === undefined || value === '') continue
      try {
        return await limit(() => inTime(signal => readFrom(source, entity, value, signal), { ms: timeoutMs }))
      } catch (error) {
        if (error instanceof AppError && error.code === notSetUpCode) continue
        if (!(error instanceof AppError)) log.warn({ error, system: source.id }, 'the builds of an entity could not be read')
        return { system: source.id, builds: [], error: error instanceof AppError ? error.message : 'The builds could not be read' }
      }
    }
    return { builds: [] }
  }

  return {
    /** Those that the caller may not read are left out. */
    async list(caller: Principal, refs: readonly string[], count: number): Promise<BuildSummary[]> {
      const entities = await catalog.getEntities(refs)
      const decisions = await permissions.authorize(
        caller,
        refs.map(ref => ({ permission: entityReadPermission, resourceRef: ref.toLowerCase() })),
      )
      const readable = refs.flatMap((ref, at) => {
        const entity = entities[at]
        return entity && decisions[at]?.result === 'ALLOW' ? [{ ref, entity }] : []
      })
      return Promise.all(
        readable.map(async ({ ref, entity }) => {
          const summary = await cache.get(
            `summary\n${ref.toLowerCase()}`,
            () => read(entity),
            () => ttlMs,
          )
          return { ...summary, entityRef: ref, builds: summary.builds.slice(0, count) }
        }),
      )
    },
    /** Something has happened to the builds of an entity. */
    forget: (ref: string) => cache.deleteBelow(`summary\n${ref.toLowerCase()}`),
  }
}

export type Summaries = ReturnType<typeof createSummaries>
