import type { IndexStatus, TypeStatus } from '@portico/search/common'
import type { Collation, CollationStore } from './collation-store.ts'
import type { Sources } from './sources.ts'
import type { SearchEngine } from '../engines/engine.ts'
import type { QueryLogStore } from '../query-log/query-log-store.ts'

const listed = 10

export type IndexStatusReader = ReturnType<typeof createIndexStatus>

/** How the index is, for those who run the portal. */
export function createIndexStatus({
  engine,
  sources,
  collations,
  queryLog,
}: {
  readonly engine: SearchEngine
  readonly sources: Pick<Sources, 'types'>
  readonly collations: CollationStore
  readonly queryLog: QueryLogStore
}) {
  return {
    async read(): Promise<IndexStatus> {
      const [runs, sizes, slowest, emptiest, indexBytes] = await Promise.all([
        collations.list(),
        engine.sizes(),
        queryLog.slowest(listed),
        queryLog.emptiest(listed),
        engine.size(),
      ])
      return {
        engine: engine.name,
        ...(indexBytes !== undefined && { indexBytes }),
        types: sources.types.map(type =>
          toStatus(
            type,
            runs.find(run => run.type === type),
            sizes.find(size => size.type === type),
          ),
        ),
        slowest,
        emptiest,
      }
    },
    /** What failed, for the system page. */
    async problems() {
      const failed = (await collations.list()).filter(
        run => sources.types.includes(run.type) && (run.result === 'failed' || run.refused > 0),
      )
      return {
        title: 'Search documents that could not be read',
        count: failed.length,
        items: failed.map(run => ({
          subject: run.type,
          message:
            run.result === 'failed'
              ? `The last run failed, those found before stay: ${run.error ?? 'no reason is known'}`
              : `${run.refused} documents were refused, such as: ${run.refusal ?? 'no reason is known'}`,
        })),
      }
    },
  }
}

type Size = Awaited<ReturnType<SearchEngine['sizes']>>[number]

function toStatus(type: string, run: Collation | undefined, size: Size | undefined): TypeStatus {
  const { startedAt, endedAt } = run ?? {}
  return {
    type,
    documents: size?.documents ?? 0,
    bytes: size?.bytes ?? 0,
    ...(size && { changedAt: size.changedAt.toISOString() }),
    running: startedAt !== undefined && endedAt === undefined,
    ...(startedAt && { startedAt: startedAt.toISOString() }),
    ...(startedAt && endedAt && { tookMs: endedAt.getTime() - startedAt.getTime() }),
    ...(run?.result && { result: run.result }),
    ...(run?.error !== undefined && { error: run.error }),
    changed: run?.changed ?? 0,
    refused: run?.refused ?? 0,
    ...(run?.refusal !== undefined && { refusal: run.refusal }),
    ...(run?.succeededAt && { succeededAt: run.succeededAt.toISOString() }),
  }
}
