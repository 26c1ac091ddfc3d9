import type { ProvenanceRecord, ProvenanceSummary, TaskStatus, TemplatePart } from '@portico/scaffolder/common'
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import { toSql, type TaskCondition } from '../tasks/task-query.ts'

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

interface ProvenanceRow {
  readonly id: string
  readonly repository: string
  readonly task_id: string | null
  readonly template_ref: string
  readonly template_version: string | null
  readonly title: string
  readonly address: string | null
  readonly contents_url: string | null
  readonly run: ProvenanceRun
  readonly parts: TemplatePart[]
  readonly has_base: boolean
  readonly created_by: string | null
  readonly created_at: Date
  readonly upgraded_at: Date | null
  readonly upgrade_task_id: string | null
  readonly upgrade_status: TaskStatus | null
  readonly request: ProposedUpgrade | null
  readonly behind: number
  readonly since: Date | null
  readonly changed: { kind: string; target: string }[] | null
}

/** What has changed since, and how often that was seen. */
const drifted = sql`lateral (
  select coalesce(sum(greatest(c.number - coalesce((p->>'number')::int, c.number), 1)), 0)::int as behind, min(c.changed_at) as since,
    jsonb_agg(jsonb_build_object('kind', c.kind, 'target', c.target)) as changed
  from jsonb_array_elements(o.parts) p join template_part c on c.kind = p->>'kind' and c.target = p->>'target' and c.digest <> p->>'digest') d`

const columns = sql`o.id, o.repository, o.task_id, o.template_ref, o.template_version, o.title, o.address, o.contents_url, o.run, o.parts,
  o.base is not null as has_base, o.created_by, o.created_at, o.upgraded_at, o.upgrade_task_id, t.status as upgrade_status, o.request,
  d.behind, d.since, d.changed`

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The repositories that templates made, with what they were made of. */
export function createProvenanceStore(db: Kysely<object>) {
  return {
    /** A repository that is published again is made anew. */
    async save(origin: NewProvenance): Promise<void> {
      const { repository, taskId, templateRef, templateVersion, title, address, contentsUrl, run, parts, base, createdBy } = origin
      await sql`insert into origin (repository, task_id, template_ref, template_version, title, address, contents_url, run, parts, base, created_by)
        values (${repository}, ${taskId}, ${templateRef}, ${templateVersion ?? null}, ${title}, ${address ?? null}, ${contentsUrl ?? null},
          ${JSON.stringify(run)}::jsonb, ${JSON.stringify(parts)}::jsonb, ${base}, ${createdBy ?? null})
        on conflict (repository) do update set task_id = excluded.task_id, template_ref = excluded.template_ref,
          template_version = excluded.template_version, title = excluded.title, address = excluded.address,
          contents_url = excluded.contents_url, run = excluded.run, parts = excluded.parts, base = excluded.base,
          created_by = excluded.created_by, created_at = now(), upgraded_at = null, upgrade_task_id = null, request = null,
          request_base = null`.execute(db)
    },

    async list(query: ProvenanceQuery): Promise<StoredProvenance[]> {
      const { rows } =
        await sql<ProvenanceRow>`select ${columns} from origin o cross join ${drifted} left join task t on t.id = o.upgrade_task_id
        where ${conditionsOf(query)} order by o.number desc limit ${query.limit} offset ${query.offset}`.execute(db)
      return rows.map(toStored)
    },

    async summary(query: Omit<ProvenanceQuery, 'limit' | 'offset'>): Promise<ProvenanceSummary> {
      const { rows } = await sql<ProvenanceSummary>`select count(*)::int as total, count(*) filter (where d.behind > 0)::int as outdated,
          count(*) filter (where t.status in ('open', 'processing'))::int as running,
          count(*) filter (where t.status in ('failed', 'cancelled'))::int as failed,
          count(*) filter (where o.request is not null)::int as open
        from origin o cross join ${drifted} left join task t on t.id = o.upgrade_task_id where ${conditionsOf(query)}`.execute(db)
      return rows[0] ?? { total: 0, outdated: 0, running: 0, failed: 0, open: 0 }
    },

    /** The templates of what a question finds. */
    async templateRefs(query: Omit<ProvenanceQuery, 'limit' | 'offset'>): Promise<string[]> {
      const { rows } = await sql<{
        template_ref: string
      }>`select distinct template_ref from origin o where ${conditionsOf({ ...query, isOutdated: undefined })} limit 1000`.execute(db)
      return rows.map(row => row.template_ref)
    },

    async base(id: string): Promise<Buffer | undefined> {
      const { rows } = await sql<{ base: Buffer | null }>`select base from origin where id = ${id}`.execute(db)
      return rows[0]?.base ?? undefined
    },

    /** The task that upgrades it and has not ended; the row is locked until the transaction ends. */
    async lockForUpgrade(id: string, within: Transaction<object>): Promise<{ readonly runningTaskId: string | undefined } | undefined> {
      const { rows } = await sql<{ upgrade_task_id: string | null; status: TaskStatus | null }>`
        select o.upgrade_task_id, (select status from task where id = o.upgrade_task_id) as status
        from origin o where id = ${id} for update`.execute(within)
      const row = rows[0]
      if (!row) return undefined
      const isRunning = row.status === 'open' || row.status === 'processing'
      return { runningTaskId: isRunning ? (row.upgrade_task_id ?? undefined) : undefined }
    },

    async setUpgradeTask(id: string, taskId: string, within: Transaction<object>): Promise<void> {
      await sql`update origin set upgrade_task_id = ${taskId} where id = ${id}`.execute(within)
    },

    async propose(id: string, request: ProposedUpgrade, base: Buffer): Promise<void> {
      await sql`update origin set request = ${JSON.stringify(request)}::jsonb, request_base = ${base} where id = ${id}`.execute(db)
    },

    /** What was proposed is in the repository now. */
    async adopt(id: string, number: number): Promise<void> {
      await sql`update origin set base = request_base, parts = request->'parts', template_version = request->>'templateVersion',
        run = jsonb_set(run, '{answers}', request->'answers'), upgraded_at = now(), request = null, request_base = null
        where id = ${id} and (request->>'number')::int = ${number}`.execute(db)
    },

    async forgetRequest(id: string, number: number): Promise<void> {
      await sql`update origin set request = null, request_base = null where id = ${id} and (request->>'number')::int = ${number}`.execute(
        db,
      )
    },

    /** The current version of the template makes nothing else of it. */
    async advance(id: string, { parts, templateVersion, base }: Pick<NewProvenance, 'parts' | 'templateVersion' | 'base'>): Promise<void> {
      await sql`update origin set parts = ${JSON.stringify(parts)}::jsonb, template_version = ${templateVersion ?? null}, base = ${base}
        where id = ${id} and request is null`.execute(db)
    },

    async removeOf(taskId: string, title: string): Promise<void> {
      await sql`delete from origin where task_id = ${taskId} and title = ${title}`.execute(db)
    },

    /** Those whose pull request may have been merged, the least recently made first. */
    async proposed(limit: number): Promise<StoredProvenance[]> {
      const { rows } =
        await sql<ProvenanceRow>`select ${columns} from origin o cross join ${drifted} left join task t on t.id = o.upgrade_task_id
        where o.request is not null order by o.number limit ${limit}`.execute(db)
      return rows.map(toStored)
    },
  }
}

export type ProvenanceStore = ReturnType<typeof createProvenanceStore>

function conditionsOf({
  ids,
  templateRef,
  addresses,
  isOutdated,
  visible,
}: Omit<ProvenanceQuery, 'limit' | 'offset'>): RawBuilder<unknown> {
  const conditions = [
    sql`true`,
    ...(ids ? [sql`o.id = any(${ids.filter(id => uuid.test(id))}::uuid[])`] : []),
    ...(templateRef ? [sql`o.template_ref = any(${templateRef}::text[])`] : []),
    ...(addresses ? [sql`o.address = any(${addresses}::text[])`] : []),
    ...(isOutdated === undefined ? [] : [isOutdated ? sql`d.behind > 0` : sql`d.behind = 0`]),
    ...(visible ? [toSql(visible, sql.ref('o.created_by'))] : []),
  ]
  return sql.join(conditions, sql` and `)
}

function toStored(row: ProvenanceRow): StoredProvenance {
  const { request } = row
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
      canUpgrade: row.has_base && row.contents_url !== null,
      ...(row.upgrade_task_id !== null && {
        upgrade: { taskId: row.upgrade_task_id, ...(row.upgrade_status !== null && { status: row.upgrade_status }) },
      }),
      ...(request && { request: { number: request.number, url: request.url, conflicts: [...request.conflicts] } }),
    },
    repository: row.repository,
    contentsUrl: row.contents_url ?? undefined,
    run: row.run,
    parts: row.parts,
    changed: row.changed ?? [],
    proposed: request ?? undefined,
  }
}
