import { defineContract, del, get, listParam, post } from '@portico/core/common'
import { z } from 'zod'
import { Announcement, NewAnnouncement } from './announcement.ts'
import { NewNotification, Notification, notificationLimits, Severity } from './notification.ts'
import { manageAnnouncementsPermission, readUndeliveredPermission } from './permissions.ts'
import { NotificationSettings } from './settings.ts'
import { WatchEvent } from './watch.ts'

const yesNo = z.enum(['true', 'false']).transform(value => value === 'true')
const filters = {
  search: z.string().max(255).optional(),
  topic: z.string().max(255).optional(),
  read: yesNo.optional(),
  saved: yesNo.optional(),
  createdAfter: z.coerce.date().optional(),
  minimumSeverity: Severity.optional(),
}
export const orderFields = ['created', 'origin', 'topic', 'severity', 'title', 'read', 'saved', 'updated'] as const
const orderField = z
  .templateLiteral([z.enum(orderFields), z.enum(['', ',asc', ',desc'])])
  .describe('A field, then ,asc or ,desc; created,desc by default')

const ListQuery = z.object({
  ...filters,
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(notificationLimits.perPage).default(50),
  orderField: listParam(orderField).optional(),
})
export type ListQuery = z.output<typeof ListQuery>
const TopicQuery = z.object(filters)
export type NotificationFilters = z.output<typeof TopicQuery>

const list = {
  access: 'user',
  summary: 'The notifications of the calling user, newest first',
  query: ListQuery,
  reply: z.object({ totalCount: z.number(), notifications: z.array(Notification) }),
} as const
const one = { access: 'user', summary: 'One notification of the calling user', reply: Notification } as const
const send = {
  access: 'service',
  summary: 'Notifies users, or everybody',
  body: NewNotification,
  reply: z.array(Notification),
} as const
const update = {
  access: 'user',
  summary: 'Marks notifications as read or unread, saved or not',
  body: z.object({
    ids: z.array(z.string().max(notificationLimits.nameLength)).max(notificationLimits.idsPerUpdate),
    read: z.boolean().optional(),
    saved: z.boolean().optional(),
  }),
  reply: z.array(Notification),
} as const

export const notificationsApi = defineContract('notifications', {
  listNotifications: get('/notifications', { ...list }),
  getNotification: get('/notifications/:id', { ...one }),
  sendNotification: post('/notifications', { ...send }),
  updateNotifications: post('/notifications/update', { ...update }),
  // The addresses of older clients.
  listNotificationsAtRoot: get('/', { ...list }),
  getNotificationAtRoot: get('/:id', { ...one }),
  sendNotificationAtRoot: post('/', { ...send }),
  updateNotificationsAtRoot: post('/update', { ...update }),
  getStatus: get('/status', {
    access: 'user',
    summary: 'How many notifications the calling user has read, and how many not',
    reply: z.object({ unread: z.number(), read: z.number() }),
  }),
  listTopics: get('/topics', {
    access: 'user',
    summary: 'The topics of the notifications of the calling user',
    query: TopicQuery,
    reply: z.object({ topics: z.array(z.string()) }),
  }),
  listUndelivered: get('/undelivered', {
    access: { permission: readUndeliveredPermission },
    summary: 'Messages of channels that did not reach their recipients in the last days, newest first',
    query: z.object({ limit: z.coerce.number().int().min(1).max(1000).default(100) }),
    reply: z.object({
      totalCount: z.number(),
      items: z.array(
        z.object({
          channel: z.string(),
          recipient: z.string(),
          /** `unknown`: it may have arrived, and is not sent again. */
          state: z.enum(['failed', 'unknown']),
          error: z.string(),
          attempts: z.number(),
          changed: z.string(),
        }),
      ),
    }),
  }),
  unsubscribe: post('/unsubscribe/:token', {
    access: 'public',
    summary: 'Unsubscribes from the topics of a mail, with one click in a mail program',
    upload: true,
    reply: z.object({ unsubscribed: z.boolean() }),
  }),
  openUnsubscribe: get('/unsubscribe/:token', {
    access: 'public',
    summary: 'Leads to the settings: a link alone changes nothing',
    raw: true,
  }),
  listWatches: get('/watches', {
    access: 'user',
    summary: 'What the calling user wants to be told about an entity',
    query: z.object({ entityRef: z.string().min(1).max(500) }),
    reply: z.object({ events: z.array(WatchEvent) }),
  }),
  putWatch: post('/watches', {
    access: 'user',
    summary: 'Changes what the calling user wants to be told about an entity',
    body: z.object({ entityRef: z.string().min(1).max(500), events: z.array(WatchEvent).max(10) }),
    reply: z.object({ events: z.array(WatchEvent) }),
  }),
  listAnnouncements: get('/announcements', {
    access: 'user',
    summary: 'What operators tell everybody now; to those who manage them also what is to come',
    reply: z.object({ items: z.array(Announcement), mayManage: z.boolean() }),
  }),
  addAnnouncement: post('/announcements', {
    access: { permission: manageAnnouncementsPermission },
    summary: 'Tells everybody something, from a start to an end',
    body: NewAnnouncement,
    reply: z.object({ id: z.string() }),
    status: 201,
  }),
  removeAnnouncement: del('/announcements/:id', {
    access: { permission: manageAnnouncementsPermission },
    summary: 'Takes an announcement back',
  }),
  acknowledgeAnnouncement: post('/announcements/:id/acknowledge', {
    access: 'user',
    summary: 'Confirms that the calling user has read an announcement',
  }),
  getSettings: get('/settings', { access: 'user', summary: 'What reaches the calling user by which channel', reply: NotificationSettings }),
  putSettings: post('/settings', {
    access: 'user',
    summary: 'Changes what reaches the calling user by which channel',
    body: NotificationSettings,
    reply: NotificationSettings,
  }),
})
