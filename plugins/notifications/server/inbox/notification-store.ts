import {
  severities,
  webChannel,
  type ListQuery,
  type Notification,
  type NotificationFilters,
  type NotificationPayload,
} from '@portico/notifications/common'
import { anyOf, now, secondsFromNow } from '@portico/core/server/expressions'
import { sql, type Expression, type ExpressionBuilder, type Kysely, type Transaction } from 'kysely'
import type { NotificationsTables } from '../migrations/tables.ts'
import { toColumns, toNotification, type NotificationRow } from './notification-row.ts'
import { isEnabled } from './setting-store.ts'

const orderColumns = ['origin', 'topic', 'severity', 'title', 'read', 'saved', 'updated'] as const
const said = ['title', 'description', 'link', 'severity', 'topic', 'scope', 'icon', 'metadata'] as const

const lastChange = sql<Date>`coalesce(updated, created)`
const never = sql<Date | null>`null`

/** A notification that a user had before. */
export interface PastNotification {
  readonly user: string
  readonly origin: string
  readonly payload: NotificationPayload
  readonly created: Date
  readonly read?: Date | undefined
}

/** What a user has. */
type Mine = ExpressionBuilder<{ mine: NotificationRow }, 'mine'>

/** The notifications of users and those for everybody. */
export function createNotificationStore(db: Kysely<NotificationsTables>) {
  /** What a user has: the user's own, and the broadcasts that the user wants, each with what the user did with it. */
  function mine(user: string) {
    const own = db
      .selectFrom('notification')
      .select(['id', 'user_ref', 'origin', 'created', 'updated', 'read', 'saved', ...said])
      .where('user_ref', '=', user)
    const shared = db
      .selectFrom('notification as n')
      .leftJoin('broadcast_state as state', join => join.onRef('state.notification_id', '=', 'n.id').on('state.user_ref', '=', user))
      .select(['n.id', 'n.user_ref', 'n.origin', 'n.created', 'n.updated', 'state.read', 'state.saved', ...said])
      .where('n.user_ref', 'is', null)
      .where(eb => isEnabled({ user, channel: webChannel, origin: eb.ref('n.origin'), topic: eb.ref('n.topic') }))
    return db.selectFrom(own.unionAll(shared).as('mine'))
  }

  return {
    async byIds(user: string, ids: readonly string[]): Promise<Notification[]> {
      const found = mine(user)
        .selectAll()
        .where('id', '=', anyOf(ids.filter(isId)))
      return (await found.orderBy('created', 'desc').execute()).map(toNotification)
    },

    async list(user: string, query: ListQuery): Promise<{ totalCount: number; notifications: Notification[] }> {
      const matching = mine(user).where(conditionsOf(query))
      let page = matching
        .selectAll()
        .select(eb => eb.fn.countAll<string>().over().as('total'))
        .limit(query.limit)
        .offset(query.offset)
      for (const { field, isAscending } of ordersOf(query))
        page = page.orderBy(
          eb => orderedBy(eb, field),
          order => (isAscending ? order.asc() : order.desc()).nullsLast(),
        )
      const rows = await page.orderBy(lastChange, 'desc').orderBy('id').execute()
      const [first] = rows
      // A page behind the last one has no row that could carry the count.
      const counted =
        first || query.offset === 0 ? first : await matching.select(eb => eb.fn.countAll<string>().as('total')).executeTakeFirst()
      return { totalCount: Number(counted?.total ?? 0), notifications: rows.map(toNotification) }
    },

    async status(user: string): Promise<{ unread: number; read: number }> {
      const { unread, read } = await mine(user)
        .select(({ fn }) => [
          fn.countAll<string>().filterWhere('read', 'is', null).as('unread'),
          fn.countAll<string>().filterWhere('read', 'is not', null).as('read'),
        ])
        .executeTakeFirstOrThrow()
      return { unread: Number(unread), read: Number(read) }
    },

    async topics(user: string, filters: NotificationFilters): Promise<string[]> {
      const rows = await mine(user)
        .select('topic')
        .distinct()
        .where('topic', 'is not', null)
        .where(conditionsOf(filters))
        .orderBy('topic')
        .$narrowType<{ topic: string }>()
        .execute()
      return rows.map(({ topic }) => topic)
    },

    /** The origins, with their topics, of what a user has got. */
    origins: (user: string): Promise<{ origin: string; topic: string | null }[]> =>
      db
        .selectFrom('notification')
        .select(['origin', 'topic'])
        .distinct()
        .where(eb => eb.or([eb('user_ref', '=', user), eb('user_ref', 'is', null)]))
        .orderBy('origin')
        .orderBy('topic')
        .execute(),

    /** Marks those of a user, and returns the ids of those that are now otherwise than before. */
    async mark(
      user: string,
      ids: readonly string[],
      mark: { readonly read?: boolean | undefined; readonly saved?: boolean | undefined },
    ): Promise<string[]> {
      const known = anyOf(ids.filter(isId))
      const own = db
        .updateTable('notification')
        .set(eb => ({ read: marked(eb.ref('read'), mark.read), saved: marked(eb.ref('saved'), mark.saved) }))
        .where('user_ref', '=', user)
        .where('id', '=', known)
        .returning('id')
      const broadcasts = db
        .selectFrom('notification')
        .select(eb => [eb.val(user).as('user_ref'), 'id', (mark.read ? now : never).as('read'), (mark.saved ? now : never).as('saved')])
        .where('user_ref', 'is', null)
        .where('id', '=', known)
      const shared = db
        .insertInto('broadcast_state')
        .columns(['user_ref', 'notification_id', 'read', 'saved'])
        .expression(broadcasts)
        .onConflict(conflict =>
          conflict.columns(['user_ref', 'notification_id']).doUpdateSet(eb => ({
            read: marked(eb.ref('broadcast_state.read'), mark.read),
            saved: marked(eb.ref('broadcast_state.saved'), mark.saved),
          })),
        )
        .returning('notification_id as id')
      const rows = await db
        .with('own', () => own)
        .with('shared', () => shared)
        .selectFrom('own')
        .select('id')
        .unionAll(query => query.selectFrom('shared').select('id'))
        .execute()
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
        const changed = anyOf(rows.map(({ id }) => id))
        if (!users) await trx.updateTable('broadcast_state').set({ read: null }).where('notification_id', '=', changed).execute()
        const added = rows.map(toNotification)
        await alongside(added, trx)
        return added
      })
    },

    /** Adds what users were told before, at its time. What is there already, by sender and scope, stays as it is. */
    async addPast(items: readonly PastNotification[]): Promise<void> {
      const rows = items.map(({ user, origin, payload, created, read }) => ({
        user_ref: user,
        origin,
        ...toColumns(payload),
        created,
        read: read ?? null,
      }))
      await db
        .insertInto('notification')
        .values(rows)
        .onConflict(conflict => conflict.columns(['origin', 'scope', 'user_ref']).where('scope', 'is not', null).doNothing())
        .execute()
    },

    /** Deletes what is older, except what its user has saved; returns how many. */
    async prune(before: Date): Promise<number> {
      const old = db
        .selectFrom('notification')
        .select('id')
        .where('created', '<', before)
        .where(lastChange, '<', before)
        .where('saved', 'is', null)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('broadcast_state')
                .whereRef('broadcast_state.notification_id', '=', 'notification.id')
                .where('broadcast_state.saved', 'is not', null),
            ),
          ),
        )
        .limit(10_000)
      const { numDeletedRows } = await db.deleteFrom('notification').where('id', 'in', old).executeTakeFirst()
      return Number(numDeletedRows)
    },

    /** Counts one more of an origin in the current window; returns how many there are. */
    async countSent(origin: string, windowMs: number): Promise<number> {
      const { count } = await db
        .insertInto('origin_rate')
        .values({ origin })
        .onConflict(conflict =>
          conflict.column('origin').doUpdateSet(eb => {
            const isOver = eb('origin_rate.since', '<', secondsFromNow(-windowMs / 1000))
            return {
              count: eb
                .case()
                .when(isOver)
                .then(1)
                .else(eb('origin_rate.count', '+', 1))
                .end(),
              since: eb.case().when(isOver).then(now).else(eb.ref('origin_rate.since')).end(),
            }
          }),
        )
        .returning('count')
        .executeTakeFirstOrThrow()
      return count
    },
  }
}

export type NotificationStore = ReturnType<typeof createNotificationStore>

/** Commits with what is added. */
type Alongside = (added: readonly Notification[], transaction: Transaction<NotificationsTables>) => Promise<void>

/** A moment as it is, set if it was not, or none. */
function marked(moment: Expression<Date | null>, value: boolean | undefined): Expression<Date | null> {
  if (value === undefined) return moment
  return value ? sql<Date>`coalesce(${moment}, now())` : never
}

function conditionsOf({ search, topic, read, saved, createdAfter, minimumSeverity }: NotificationFilters) {
  return (eb: Mine) => {
    const conditions = []
    if (topic !== undefined) conditions.push(eb('topic', '=', topic))
    if (read !== undefined) conditions.push(eb('read', read ? 'is not' : 'is', null))
    if (saved !== undefined) conditions.push(eb('saved', saved ? 'is not' : 'is', null))
    if (createdAfter !== undefined) conditions.push(eb(lastChange, '>', new Date(createdAfter)))
    if (minimumSeverity !== undefined) conditions.push(eb('severity', '<=', severities.indexOf(minimumSeverity)))
    if (search) {
      const holds = (text: Expression<string | null>) => sql<boolean>`strpos(lower(${text}), lower(${search})) > 0`
      conditions.push(eb.or([holds(eb.ref('title')), holds(eb.ref('description'))]))
    }
    return eb.and(conditions)
  }
}

function ordersOf({ orderField = [] }: ListQuery) {
  return orderField.map(each => {
    const [field = 'created', direction] = each.split(',')
    return { field, isAscending: direction === 'asc' || (direction === undefined && field !== 'created') }
  })
}

function orderedBy(eb: Mine, field: string): Expression<unknown> {
  const column = orderColumns.find(name => name === field)
  return column ? eb.ref(column) : lastChange
}

function isId(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)
}
