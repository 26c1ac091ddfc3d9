import { anyOf, excluded, now } from '@portico/core/server/expressions'
import type { ProvenanceRecord, ProvenanceSummary, TaskStatus, TemplatePart } from '@portico/scaffolder/common'
import { expressionBuilder, sql, type Kysely } from 'kysely'
import type { ScaffolderTables } from '../migrations/tables.ts'
import { isVisible, type TaskCondition } from '../tasks/task-query.ts'
import type { TaskTransaction } from '../tasks/claim-store.ts'

/** What a run was given, without secrets. */
export interface ProvenanceRun {
  readonly answers: Readonly<Record<string, unknown>>
  readonly user: { readonly ref?: string | undefined; readonly entity?: unknown }
  /** The ids of its steps: who ran it may have been allowed more than who upgrades it. */
  readonly steps: readonly string[]
  readonly outputs: Readonly<Record<string, unknown>>
}

/** An upgrade that was proposed. When it is merged, this is what the repository was made of. */
export interface ProposedUpgrade {
  readonly number: number
  readonly url: string
  readonly branch: string
  readonly conflicts: readonly string[]
  readonly parts: readonly TemplatePart[]
  readonly answers: Readonly<Record<string, unknown>>
  readonly templateVersion?: string | undefined
}

export interface StoredProvenance {
  /** As people see it, without the version of the template now. */
  readonly origin: Omit<ProvenanceRecord, 'currentVersion'>
  readonly repository: string
  readonly contentsUrl: string | undefined
  readonly run: ProvenanceRun
  readonly parts: readonly TemplatePart[]
  /** The parts of which another version was seen since. */
  readonly changed: readonly { readonly kind: string; readonly target: string }[]
  readonly proposed: ProposedUpgrade | undefined
}

export interface NewProvenance {
  readonly repository: string
  readonly taskId: string
  readonly templateRef: string
  readonly templateVersion: string | undefined
  readonly title: string
  readonly address: string | undefined
  readonly contentsUrl: string | undefined
  readonly run: ProvenanceRun
  readonly parts: readonly TemplatePart[]
  readonly base: Buffer
  readonly createdBy: string | undefined
}

export interface ProvenanceQuery {
  readonly ids?: readonly string[] | undefined
  readonly templateRef?: readonly string[] | undefined
  readonly addresses?: readonly string[] | undefined
  readonly isOutdated?: boolean | undefined
  readonly limit: number
  readonly offset: number
  /** What the caller may see. */
  readonly visible?: TaskCondition | undefined
}

interface UpgradeDiff {
  readonly behind: number
  readonly since: Date | null
  readonly changed: StoredProvenance['changed'] | null
}

/** The parts of an origin of which another version was seen since, and how often that was. */
const drift = sql<UpgradeDiff>`(
  select coalesce(sum(greatest(c.number - coalesce((p->>'number')::int, c.number), 1)), 0)::int as behind, min(c.changed_at) as since,
    jsonb_agg(jsonb_build_object('kind', c.kind, 'target', c.target)) as changed
  from jsonb_array_elements(origin.parts) p
  join template_part c on c.kind = p->>'kind' and c.target = p->>'target' and c.digest <> p->>'digest')`.as('drift')

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type OriginFilter = Omit<ProvenanceQuery, 'limit' | 'offset'>

/** The repositories that templates made, with what they were made of. */
export function createProvenanceStore(db: Kysely<ScaffolderTables>) {
  const updateRequested = (id: string, number: number) =>
    db
      .updateTable('origin')
      .where('id', '=', id)
      .where(sql`(request->>'number')::int`, '=', number)

  return {
    /** A repository that is published again is made anew. */
    async save(origin: NewProvenance): Promise<void> {
      const { repository, taskId, templateRef, templateVersion, title, address, contentsUrl, run, parts, base, createdBy } = origin
      const made = {
        task_id: taskId,
        template_ref: templateRef,
        template_version: templateVersion ?? null,
        title,
        address: address ?? null,
        contents_url: contentsUrl ?? null,
        run: JSON.stringify(run),
        parts: JSON.stringify(parts),
        base,
        created_by: createdBy ?? null,
      }
      const anew = { created_at: now, upgraded_at: null, upgrade_task_id: null, request: null, request_base: null }
      await db
        .insertInto('origin')
        .values({ repository, ...made })
        .onConflict(conflict => conflict.column('repository').doUpdateSet({ ...excluded(...Object.keys(made)), ...anew }))
        .execute()
    },

    async list(query: ProvenanceQuery): Promise<StoredProvenance[]> {
      const rows = await selectRows(db)
        .where(isFound(query))
        .orderBy('origin.number', 'desc')
        .limit(query.limit)
        .offset(query.offset)
        .execute()
      return rows.map(toStored)
    },

    async summary(query: OriginFilter): Promise<ProvenanceSummary> {
      return selectOrigins(db)
        .where(isFound(query))
        .select(({ fn, cast }) => {
          const count = fn.countAll()
          return [
            cast<number>(count, 'integer').as('total'),
            cast<number>(count.filterWhere('drift.behind', '>', 0), 'integer').as('outdated'),
            cast<number>(count.filterWhere('task.status', 'in', ['open', 'processing']), 'integer').as('running'),
            cast<number>(count.filterWhere('task.status', 'in', ['failed', 'cancelled']), 'integer').as('failed'),
            cast<number>(count.filterWhere('origin.request', 'is not', null), 'integer').as('open'),
          ]
        })
        .executeTakeFirstOrThrow()
    },

    /** The templates of what a query finds, outdated or not. */
    async templateRefs(query: OriginFilter): Promise<string[]> {
      const rows = await db
        .selectFrom('origin')
        .select('template_ref')
        .distinct()
        .where(isFound({ ...query, isOutdated: undefined }))
        .limit(1000)
        .execute()
      return rows.map(row => row.template_ref)
    },

    async base(id: string): Promise<Buffer | undefined> {
      return (await db.selectFrom('origin').select('base').where('id', '=', id).executeTakeFirst())?.base ?? undefined
    },

    /** The task that upgrades it and has not ended; the row is locked until the transaction ends. */
    async lockForUpgrade(id: string, within: TaskTransaction): Promise<{ readonly runningTaskId: string | undefined } | undefined> {
      const row = await within
        .selectFrom('origin')
        .select(eb =>
          eb
            .selectFrom('task')
            .select('task.id')
            .whereRef('task.id', '=', 'origin.upgrade_task_id')
            .where('task.status', 'in', ['open', 'processing'])
            .as('running'),
        )
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      return row && { runningTaskId: row.running ?? undefined }
    },

    async setUpgradeTask(id: string, taskId: string, within: TaskTransaction): Promise<void> {
      await within.updateTable('origin').set({ upgrade_task_id: taskId }).where('id', '=', id).execute()
    },

    async propose(id: string, request: ProposedUpgrade, base: Buffer): Promise<void> {
      await db
        .updateTable('origin')
        .set({ request: JSON.stringify(request), request_base: base })
        .where('id', '=', id)
        .execute()
    },

    /** What was proposed is in the repository now. */
    async adopt(id: string, number: number): Promise<void> {
      await updateRequested(id, number)
        .set({
          base: sql`request_base`,
          parts: sql`request->'parts'`,
          template_version: sql`request->>'templateVersion'`,
          run: sql`jsonb_set(run, '{answers}', request->'answers')`,
          upgraded_at: now,
          request: null,
          request_base: null,
        })
        .execute()
    },

    async forgetRequest(id: string, number: number): Promise<void> {
      await updateRequested(id, number).set({ request: null, request_base: null }).execute()
    },

    /** The current version of the template makes nothing else of it. */
    async advance(id: string, { parts, templateVersion, base }: Pick<NewProvenance, 'parts' | 'templateVersion' | 'base'>): Promise<void> {
      await db
        .updateTable('origin')
        .set({ parts: JSON.stringify(parts), template_version: templateVersion ?? null, base })
        .where('id', '=', id)
        .where('request', 'is', null)
        .execute()
    },

    async removeOf(taskId: string, title: string): Promise<void> {
      await db.deleteFrom('origin').where('task_id', '=', taskId).where('title', '=', title).execute()
    },

    /** Those whose pull request may have been merged, the least recently made first. */
    async proposed(limit: number): Promise<StoredProvenance[]> {
      const rows = await selectRows(db).where('origin.request', 'is not', null).orderBy('origin.number').limit(limit).execute()
      return rows.map(toStored)
    },
  }
}

export type ProvenanceStore = ReturnType<typeof createProvenanceStore>

function selectOrigins(db: Kysely<ScaffolderTables>) {
  return db.selectFrom('origin').crossJoinLateral(drift).leftJoin('task', 'task.id', 'origin.upgrade_task_id')
}

function selectRows(db: Kysely<ScaffolderTables>) {
  return selectOrigins(db)
    .selectAll('drift')
    .select([
      'origin.id',
      'origin.repository',
      'origin.task_id',
      'origin.template_ref',
      'origin.template_version',
      'origin.title',
      'origin.address',
      'origin.contents_url',
      'origin.run',
      'origin.parts',
      'origin.created_by',
      'origin.created_at',
      'origin.upgraded_at',
      'origin.upgrade_task_id',
      'origin.request',
      'task.status as upgrade_status',
    ])
    .select(eb => eb('origin.base', 'is not', null).as('has_base'))
}

type ProvenanceRow = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>

function isFound({ ids, templateRef, addresses, isOutdated, visible }: OriginFilter) {
  const build = expressionBuilder<ScaffolderTables & { drift: UpgradeDiff }, 'origin' | 'drift'>()
  return build.and([
    ...(ids ? [build('origin.id', '=', anyOf(ids.filter(id => uuid.test(id))))] : []),
    ...(templateRef ? [build('origin.template_ref', '=', anyOf(templateRef))] : []),
    ...(addresses ? [build('origin.address', '=', anyOf(addresses))] : []),
    ...(isOutdated === undefined ? [] : [build('drift.behind', isOutdated ? '>' : '=', 0)]),
    ...(visible ? [isVisible(visible, 'origin.created_by')] : []),
  ])
}

function toStored(row: ProvenanceRow): StoredProvenance {
  const request = row.request as ProposedUpgrade | null
  return {
    origin: {
      id: row.id,
      ...(row.task_id !== null && { taskId: row.task_id }),
      templateRef: row.template_ref,
      title: row.title,
      ...(row.address !== null && { address: row.address }),
      createdAt: row.created_at.toISOString(),
      ...(row.created_by !== null && { createdBy: row.created_by }),
      ...(row.upgraded_at && { upgradedAt: row.upgraded_at.toISOString() }),
      ...(row.template_version !== null && { templateVersion: row.template_version }),
      isOutdated: row.behind > 0,
      changesBehind: row.behind,
      ...(row.since && { outdatedSince: row.since.toISOString() }),
      canUpgrade: Boolean(row.has_base) && row.contents_url !== null,
      ...(row.upgrade_task_id !== null && {
        upgrade: { taskId: row.upgrade_task_id, ...(row.upgrade_status !== null && { status: row.upgrade_status as TaskStatus }) },
      }),
      ...(request && { request: { number: request.number, url: request.url, conflicts: [...request.conflicts] } }),
    },
    repository: row.repository,
    contentsUrl: row.contents_url ?? undefined,
    run: row.run as ProvenanceRun,
    parts: row.parts as TemplatePart[],
    changed: row.changed ?? [],
    proposed: request ?? undefined,
  }
}
