import { toDelivery, verdictOf, type Build } from '@portico/builds/common'
import type { Entity } from '@portico/catalog/common'
import type { Catalog } from '@portico/catalog/server'
import type { FactDraft, Facts } from '@portico/connectors/server'
import { AppError } from '@portico/core/common'
import type { Logger } from '@portico/core/server'
import { inTime } from '../builds.ts'
import { annotationOf } from '../entity-project.ts'
import { notSetUpCode } from '../errors.ts'
import type { SummarySource } from '../summaries.ts'

interface Dependencies {
  readonly catalog: Pick<Catalog, 'getEntities' | 'versions'>
  readonly facts: Pick<Facts, 'declare'>
  /** The first whose annotation an entity has, and that is set up, is the one that is asked. */
  readonly sources: () => readonly SummarySource[]
  readonly everyMs: number
  readonly log: Logger
}

/** What hosts give in one answer. */
const looked = 100
/** Behind everything that somebody waits for. */
const maxAtOnce = 2
const atOnce = 100
/** Characters of the reason why builds could not be read. */
const maxReason = 500

const drafts = (everyMs: number): readonly FactDraft[] =>
  [
    {
      name: 'builds.status',
      title: 'Last build',
      type: 'state' as const,
      states: { passed: 'ok' as const, failed: 'error' as const },
      indexed: true,
    },
    { name: 'builds.ended', title: 'Last build ended', type: 'date' as const },
    { name: 'builds.succeeded', title: 'Builds that ended well', description: 'In 30 days, of the main branch', type: 'number' as const },
    { name: 'builds.failed', title: 'Builds that failed', description: 'In 30 days, of the main branch', type: 'number' as const },
    { name: 'builds.duration', title: 'Duration of a build', description: 'The median', type: 'number' as const, unit: 's' },
    {
      name: 'builds.restore-time',
      title: 'Time to restore',
      description: 'From a build that failed to the next that ended well, the median of 30 days',
      type: 'number' as const,
      unit: 's',
    },
  ].map(draft => ({ ...draft, staleAfter: 3 * everyMs }))

const factNames = drafts(0).map(({ name }) => name)

/** Facts of the builds of the main branch of each entity that has some. */
export function createBuildFacts({ catalog, facts, sources, everyMs, log }: Dependencies) {
  const source = facts.declare('builds', drafts(everyMs))

  /** Stores what is known of one entity, or why nothing could be read. */
  async function readOne(ref: string, entity: Entity): Promise<void> {
    for (const system of sources()) {
      const value = annotationOf(entity, system.annotation)
      if (value === undefined || value === '') continue
      try {
        const builds = await inTime(async signal => {
          const opened = await system.open()
          const project = { value, entity }
          const branch = await opened.defaultBranch(project, signal)
          return (await opened.listBuilds(project, { limit: looked, offset: 0, branch }, signal)).items
        })
        return await source.put(toValues(ref, builds))
      } catch (error) {
        if (error instanceof AppError && error.code === notSetUpCode) continue
        log.info({ error, system: system.id }, 'the facts of builds could not be read')
        const message = error instanceof AppError ? error.message.slice(0, maxReason) : 'The build system could not be read'
        return await source.fail([ref], factNames, { code: 'builds.not-read', message })
      }
    }
  }

  async function readSome(refs: readonly string[], signal?: AbortSignal): Promise<void> {
    const waiting = (await catalog.getEntities(refs, { isBulk: true })).map((entity, at) => ({ entity, ref: refs[at]! }))
    const work = async () => {
      for (let next = waiting.shift(); next && !signal?.aborted; next = waiting.shift()) {
        if (next.entity) await readOne(next.ref, next.entity)
      }
    }
    await Promise.all(Array.from({ length: maxAtOnce }, work))
  }

  return {
    readSome,
    /** Asks about all entities with builds, a few at a time. */
    async readAll(signal: AbortSignal): Promise<void> {
      const annotations = [...new Set(sources().map(({ annotation }) => annotation))]
      const predicate = { any: annotations.map(name => ({ key: `metadata.annotations.${name}`, exists: true as const })) }
      for await (const versions of catalog.versions({ predicate, batchSize: atOnce })) {
        if (signal.aborted) return
        await readSome(
          versions.map(({ ref }) => ref),
          signal,
        )
      }
    },
  }
}

function toValues(entityRef: string, builds: readonly Build[]) {
  const last = builds.find(({ status }) => verdictOf(status) !== 'none')
  const { succeeded, failed, durationSeconds, restoreSeconds } = toDelivery(builds)
  const values: Readonly<Record<string, unknown>> = {
    'builds.status': last ? (verdictOf(last.status) === 'good' ? 'passed' : 'failed') : null,
    'builds.ended': last?.stoppedAt ?? null,
    'builds.succeeded': succeeded,
    'builds.failed': failed,
    'builds.duration': durationSeconds ?? null,
    'builds.restore-time': restoreSeconds ?? null,
  }
  return Object.entries(values).map(([name, value]) => ({ entityRef, name, value }))
}
