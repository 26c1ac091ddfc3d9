import { defineAction } from '@portico/core/server'
import { notificationsApi } from '@portico/notifications/common'
import { z } from 'zod'

/** What agents can do with the notifications of their user. */
export const notificationActions = [
  defineAction({
    name: 'list-notifications',
    title: 'Notifications of the user',
    description: 'What the portal has told the user, the newest first; by default only what is unread',
    attributes: { readOnly: true, idempotent: true },
    input: z.object({
      all: z.boolean().default(false).describe('Also what the user has read'),
      search: z.string().max(200).optional(),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(100).default(20),
    }),
    output: z.unknown(),
    run: async ({ input, call }) => {
      const { totalCount, notifications } = await call(notificationsApi.listNotifications, {
        query: {
          offset: input.offset,
          limit: input.limit,
          ...(!input.all && { read: 'false' as const }),
          ...(input.search !== undefined && { search: input.search }),
        },
      })
      const nextOffset = input.offset + notifications.length
      return {
        total: totalCount,
        items: notifications.map(({ id, created, read, origin, payload: { title, description, link, severity, topic } }) => ({
          id,
          created,
          isRead: read !== null,
          from: origin,
          title,
          description: description?.slice(0, 300),
          link,
          severity,
          topic,
        })),
        ...(nextOffset < totalCount && { nextOffset }),
      }
    },
  }),
  defineAction({
    name: 'mark-notifications',
    title: 'Mark notifications',
    description: 'Marks notifications of the user as read, or as unread',
    attributes: { destructive: false, idempotent: true },
    input: z.object({ ids: z.array(z.string().max(100)).min(1).max(100), read: z.boolean().default(true) }),
    output: z.unknown(),
    run: async ({ input, call }) => ({ marked: (await call(notificationsApi.updateNotifications, { body: input })).length }),
  }),
]
