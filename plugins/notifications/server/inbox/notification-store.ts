import {
  severities,
  webChannel,
  type ListQuery,
  type Notification,
  type NotificationFilters,
  type NotificationPayload,
} from '@portico/notifications/common'
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import { isEnabled } from './setting-store.ts'
import { toColumns, toNotification, type NotificationRow, type NotificationTables } from './notification-row.ts'

const orders: Readonly<Record<string, RawBuilder<unknown>>> = {
  created: sql`coalesce(updated, created)`,
  ...Object.fromEntries(['origin', 'topic', 'severity', 'title', 'read', 'saved', 'updated'].map(field => [field, sql.ref(field)])),
}

/** The notifications of users and those for everybody. */
export function createNotificationStore(db: Kysely<NotificationTables>) {
  /** What a user has: the user's own, and the broadcasts that the user wants, each with what the user did with it. */
  function mine(user: string): RawBuilder<unknown> {
    return sql`(
      select * from notification where user_ref = ${user}
      union all
      select n.id, n.user_ref, n.origin, n.created, n.updated, state.read, state.saved,
        n.title, n.description, n.link, n.severity, n.topic, n.scope, n.icon, n.metadata
      from notification n left join broadcast_state state on state.notification_id = n.id and state.user_ref = ${user}
      where n.user_ref is null and ${isEnabled({ user: sql`${user}`, channel: webChannel, origin: sql`n.origin`, topic: sql`n.topic` })}
    ) mine`
  }

  async function byIds(user: string, ids: readonly string[]): Promise<Notification[]> {
    const { rows } = await sql<NotificationRow>`
      select * from ${mine(user)} where id = any(${ids.filter(isId)}::uuid[]) order by created desc`.execute(db)
    return rows.map(toNotification)
  }

  return {
    byIds,

    async list(user: string, query: ListQuery): Promise<{ totalCount: number; notifications: Notification[] }> {
      const where = conditionsOf(query)
      const { rows } = await sql<NotificationRow & { total: string }>`
        select *, count(*) over () as total from ${mine(user)} where ${where} order by ${orderOf(query)} limit ${query.limit} offset ${query.offset}`.execute(
        db,
      )
      const [first] = rows
      // A page behind the last one has no row that could carry the count.
      const total = first || query.offset === 0 ? Number(first?.total ?? 0) : await count(user, where)
      return { totalCount: total, notifications: rows.map(toNotification) }
    },

    async status(user: string): Promise<{ unread: number; read: number }> {
      const { rows } = await sql<{ unread: string; read: string }>`
        select count(*) filter (where read is null) as unread, count(*) filter (where read is not null) as read from ${mine(user)}`.execute(
        db,
      )
      return { unread: Number(rows[0]?.unread ?? 0), read: Number(rows[0]?.read ?? 0) }
    },

    async topics(user: string, filters: NotificationFilters): Promise<string[]> {
      const { rows } = await sql<{ topic: string }>`
        select distinct topic from ${mine(user)} where topic is not null and ${conditionsOf(filters)} order by topic`.execute(db)
      return rows.map(({ topic }) => topic)
    },

    /** The origins, with their topics, of what a user has got. */
    async origins(user: string): Promise<{ origin: string; topic: string | null }[]> {
      const { rows } = await sql<{ origin: string; topic: string | null }>`
        select distinct origin, topic from notification where user_ref = ${user} or user_ref is null order by origin, topic`.execute(db)
      return rows
    },

    /** Marks those of a user, and returns the ids of those that are now otherwise than before. */
    async mark(
      user: string,
      ids: readonly string[],
      mark: { readonly read?: boolean | undefined; readonly saved?: boolean | undefined },
    ): Promise<string[]> {
      const known = ids.filter(isId)
      const set = (column: 'read' | 'saved', value: boolean | undefined, table: string) =>
        value === undefined ? sql.ref(`${table}.${column}`) : value ? sql`coalesce(${sql.ref(`${table}.${column}`)}, now())` : sql`null`
      const { rows } = await sql<{ id: string }>`
        with own as (
          update notification set read = ${set('read', mark.read, 'notification')}, saved = ${set('saved', mark.saved, 'notification')}
          where user_ref = ${user} and id = any(${known}::uuid[]) returning id
        ), shared as (
          insert into broadcast_state (user_ref, notification_id, read, saved)
          select ${user}, id, ${mark.read ? sql`now()` : sql`null`}, ${mark.saved ? sql`now()` : sql`null`}
          from notification where user_ref is null and id = any(${known}::uuid[])
          on conflict (user_ref, notification_id) do update set
            read = ${set('read', mark.read, 'broadcast_state')}, saved = ${set('saved', mark.saved, 'broadcast_state')}
          returning notification_id as id
        ) select id from own union all select id from shared`.execute(db)
      return rows.map(({ id }) => id)
    },

    /** Adds one for each user, or one for everybody. The one before of the same sender and scope is changed instead, and unread again. */
    async add(
      users: readonly string[] | undefined,
      origin: string,
      payload: NotificationPayload,
      alongside: Alongside,
    ): Promise<Notification[]> {
      const columns = toColumns(payload)
      return db.transaction().execute(async trx => {
        const { rows } = await sql<NotificationRow>`
          insert into notification (user_ref, origin, title, description, link, severity, topic, scope, icon, metadata)
          select user_ref, ${origin}, ${columns.title}, ${columns.description}, ${columns.link}, ${columns.severity}::smallint,
            ${columns.topic}, ${columns.scope}, ${columns.icon}, ${columns.metadata}::jsonb
          from unnest(${users ?? [null]}::text[]) as recipient (user_ref)
          on conflict (origin, scope, user_ref) where scope is not null do update set
            title = excluded.title, description = excluded.description, link = excluded.link, severity = excluded.severity,
            topic = excluded.topic, icon = excluded.icon, metadata = excluded.metadata, updated = now(), read = null
          returning *`.execute(trx)
        if (!users)
          await sql`update broadcast_state set read = null where notification_id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(trx)
        const added = rows.map(toNotification)
        await alongside(added, trx)
        return added
      })
    },

    /** Deletes what is older, except what its user has saved; returns how many. */
    async prune(before: Date): Promise<number> {
      const { numAffectedRows } = await sql`
        delete from notification where id in (
          select id from notification n where created < ${before} and coalesce(updated, created) < ${before} and saved is null
            and not exists (select from broadcast_state state where state.notification_id = n.id and state.saved is not null)
          limit 10000)`.execute(db)
      return Number(numAffectedRows ?? 0)
    },

    /** Counts one more of an origin in the current window; returns how many there are. */
    async countSent(origin: string, windowMs: number): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        insert into origin_rate (origin) values (${origin})
        on conflict (origin) do update set
          count = case when origin_rate.since < now() - make_interval(secs => ${windowMs / 1000}) then 1 else origin_rate.count + 1 end,
          since = case when origin_rate.since < now() - make_interval(secs => ${windowMs / 1000}) then now() else origin_rate.since end
        returning count`.execute(db)
      return rows[0]?.count ?? 1
    },
  }

  async function count(user: string, where: RawBuilder<unknown>): Promise<number> {
    const { rows } = await sql<{ total: string }>`select count(*) as total from ${mine(user)} where ${where}`.execute(db)
    return Number(rows[0]?.total ?? 0)
  }
}

export type NotificationStore = ReturnType<typeof createNotificationStore>

/** Commits with what is added. */
type Alongside = (added: readonly Notification[], transaction: Transaction<NotificationTables>) => Promise<void>

function conditionsOf({ search, topic, read, saved, createdAfter, minimumSeverity }: NotificationFilters): RawBuilder<unknown> {
  const conditions = [sql`true`]
  if (topic !== undefined) conditions.push(sql`topic = ${topic}`)
  if (read !== undefined) conditions.push(read ? sql`read is not null` : sql`read is null`)
  if (saved !== undefined) conditions.push(saved ? sql`saved is not null` : sql`saved is null`)
  if (createdAfter !== undefined) conditions.push(sql`coalesce(updated, created) > ${createdAfter}`)
  if (minimumSeverity !== undefined) conditions.push(sql`severity <= ${severities.indexOf(minimumSeverity)}`)
  if (search)
    conditions.push(sql`(strpos(lower(title), lower(${search})) > 0 or strpos(lower(coalesce(description, '')), lower(${search})) > 0)`)
  return sql.join(conditions, sql` and `)
}

function orderOf({ orderField = [] }: ListQuery): RawBuilder<unknown> {
  const wanted = orderField.map(each => {
    const [field = 'created', direction] = each.split(',')
    return sql`${orders[field] ?? orders['created']} ${sql.raw(direction === 'asc' || (direction === undefined && field !== 'created') ? 'asc' : 'desc')} nulls last`
  })
  return sql.join([...wanted, sql`coalesce(updated, created) desc`, sql`id`])
}

function isId(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)
}
