import {
  entityRefreshPermission,
  healthPageSize,
  healthProblemTypes,
  ingestionManagePermission,
  type HealthCounts,
  type HealthPage,
  type HealthProblemType,
} from '@portico/catalog/common'
import type { Permissions, Principal } from '@portico/core/server'
import { LRUCache } from 'lru-cache'
import { problemNotFound } from '../errors.ts'
import type { EntityIndex } from '../entity-index/entity-index.ts'
import type { Entities } from '../reading/entities.ts'
import type { Feed } from '../reading/feed.ts'
import { describeProblem } from './describe-problem.ts'
import type { DetailStore } from './detail-store.ts'
import type { ProblemRow } from './problem-row.ts'
import type { Snapshot, Snapshots } from './snapshot.ts'

export interface HealthDependencies {
  readonly snapshots: Snapshots
  readonly detailsOf: DetailStore
  readonly entities: Pick<Entities, 'visibility' | 'accessFilter'>
  readonly feed: Pick<Feed, 'ready' | 'revision'>
  readonly permissions: Pick<Permissions, 'authorize' | 'require'>
  readonly refreshEntity: (ref: string) => Promise<unknown>
  readonly refreshSource: (id: number) => Promise<void>
}

/** Which problems are asked for. */
export interface HealthRequest {
  readonly type?: readonly HealthProblemType[] | undefined
  readonly owner?: readonly string[] | undefined
  readonly text?: string | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

type Test = (row: ProblemRow) => boolean

const maxRemembered = 24

/** What is wrong in the catalog, told to each caller as far as it may read what it is about. */
export function createHealth(dependencies: HealthDependencies) {
  const { snapshots, detailsOf, entities, feed, permissions } = dependencies
  // Pages, counts and the badge of many users ask for the same few lists.
  const lists = new LRUCache<string, Promise<readonly ProblemRow[]>>({ max: maxRemembered })

  /** Whether a caller may read what a problem is about. Names of documents that have none are for those who may read everything. */
  async function visibilityTest(snapshot: Snapshot, index: EntityIndex, caller: Principal): Promise<Test> {
    const visibility = await entities.visibility(caller)
    if (visibility === 'all') return () => true
    if (visibility === 'nothing') return () => false
    const isReadable = index.membership(visibility)
    const { canReadDocument, knows } = await entities.accessFilter(caller)
    const [documents, refs] = await Promise.all([snapshot.documentsThat(canReadDocument), snapshot.refsOfSources()])
    return row => {
      if (row.target !== undefined && knows && !knows(row.target)) return false
      if (row.id.startsWith('document:')) return documents.has(row.id)
      if (row.ref !== undefined) return isReadable(row.ref)
      return row.type !== 'failed-document' && (refs.get(row.sourceId ?? -1) ?? []).some(isReadable)
    }
  }

  /** Whether a problem is that of some owners: of the entity, of the document, or of anything that comes from the source. */
  async function ownerTest(snapshot: Snapshot, index: EntityIndex, owners: readonly string[]): Promise<Test> {
    const wanted = new Set(owners.map(owner => owner.toLowerCase()))
    const isOwned = index.membership({ key: 'relations.ownedby', in: [...wanted] })
    const [documents, refs] = await Promise.all([snapshot.ownersOfDocuments(), snapshot.refsOfSources()])
    return row => {
      if (row.ref !== undefined && row.entityId !== undefined && (isOwned(row.ref) || wanted.has(row.ref))) return true
      const named = documents.get(row.id) ?? []
      if (named.length > 0) return named.some(owner => wanted.has(owner))
      return (refs.get(row.sourceId ?? -1) ?? []).some(isOwned)
    }
  }

  /** All problems that a caller may see, of some owners and with some words. */
  async function listOf(snapshot: Snapshot, caller: Principal, { owner, text }: HealthRequest): Promise<readonly ProblemRow[]> {
    const index = await feed.ready()
    const words = (text ?? '').toLowerCase().split(/\s+/).filter(Boolean)
    const key = JSON.stringify([snapshot.stamp, feed.revision, await entities.visibility(caller), owner, words, snapshot.rows.length])
    const known = lists.get(key)
    if (known) return known
    const made = (async () => {
      const isVisible = await visibilityTest(snapshot, index, caller)
      const isOwned = owner ? await ownerTest(snapshot, index, owner) : () => true
      return snapshot.rows.filter(row => isVisible(row) && isOwned(row) && hasWords(row, words))
    })()
    made.catch(() => lists.delete(key))
    lists.set(key, made)
    return made
  }

  /** For each problem whether the caller can have it read again. */
  async function refreshable(caller: Principal, rows: readonly ProblemRow[]): Promise<boolean[]> {
    const decisions = await permissions.authorize(
      caller,
      rows.map(({ ref, entityId }) =>
        ref !== undefined && entityId !== undefined
          ? { permission: entityRefreshPermission, resourceRef: ref }
          : { permission: ingestionManagePermission },
      ),
    )
    return rows.map((_, at) => decisions[at]?.result === 'ALLOW')
  }

  return {
    /** Changes when anything does that a caller is told. */
    async state(caller: Principal): Promise<string> {
      const [{ stamp, rows }, visibility] = await Promise.all([snapshots.latest(), entities.visibility(caller)])
      await feed.ready()
      return JSON.stringify([stamp, rows.length, feed.revision, visibility])
    },

    async page(caller: Principal, request: HealthRequest): Promise<HealthPage> {
      const snapshot = await snapshots.latest()
      const all = await listOf(snapshot, caller, request)
      const found = request.type?.length ? all.filter(({ type }) => request.type!.includes(type)) : all
      const offset = request.offset ?? 0
      const rows = found.slice(offset, offset + (request.limit ?? healthPageSize.default))
      const [details, canRefresh] = await Promise.all([detailsOf(rows), refreshable(caller, rows)])
      const hasFailed = (ref: string) => snapshot.failedRefs.has(ref)
      const items = rows.map((row, at) => describeProblem({ row, detail: details[at] ?? {}, hasFailed }, canRefresh[at] ?? false))
      return { items, totalItems: found.length, counts: countsOf(all) }
    },

    counts: async (caller: Principal, { owner }: HealthRequest): Promise<HealthCounts> =>
      countsOf(await listOf(await snapshots.latest(), caller, { owner })),

    /** Has a problem's source read again. What the caller may not see is not there. */
    async refresh(caller: Principal, id: string): Promise<void> {
      const row = (await listOf(await snapshots.latest(), caller, {})).find(each => each.id === id)
      if (!row) throw problemNotFound(id)
      if (row.ref !== undefined && row.entityId !== undefined) {
        await permissions.require(caller, entityRefreshPermission, row.ref)
        await dependencies.refreshEntity(row.ref)
      } else await permissions.require(caller, ingestionManagePermission)
      if (row.sourceId !== undefined) await dependencies.refreshSource(row.sourceId)
    },
  }
}

export type Health = ReturnType<typeof createHealth>

function countsOf(rows: readonly ProblemRow[]): HealthCounts {
  const counts = new Map<HealthProblemType, number>()
  for (const { type } of rows) counts.set(type, (counts.get(type) ?? 0) + 1)
  return {
    total: rows.length,
    types: Object.fromEntries(healthProblemTypes.flatMap(type => (counts.has(type) ? [[type, counts.get(type)!]] : []))),
  }
}

function hasWords({ ref = '', source = '', file = '', message = '', target = '' }: ProblemRow, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const text = `${ref}\n${source}\n${file}\n${message}\n${target}`.toLowerCase()
  return words.every(word => text.includes(word))
}
