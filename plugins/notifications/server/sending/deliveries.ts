import type { JobOptions, Jobs } from '@portico/core/server'
import { NotificationPayload, NotificationRecipients } from '@portico/notifications/common'
import { z } from 'zod'
import type { NotificationDraft } from '../notification-extensions.ts'
import type { SettingStore } from '../inbox/setting-store.ts'
import type { Extensions } from './extensions.ts'

const Delivery = z.object({
  channel: z.string(),
  notification: z.object({ origin: z.string(), recipients: NotificationRecipients, payload: NotificationPayload }),
  users: z.array(z.string()).optional(),
})

const usersPerJob = 100

/** Hands notifications to further channels, each delivery as a job with retries. */
export function createDeliveries({
  jobs,
  extensions,
  settings,
}: {
  readonly jobs: Jobs
  readonly extensions: Pick<Extensions, 'channels' | 'channel'>
  readonly settings: Pick<SettingStore, 'wanting'>
}) {
  const queue = jobs.define({
    name: 'deliver',
    payload: Delivery,
    attempts: 6,
    retrySeconds: 10,
    timeoutSeconds: 120,
    async run({ id, payload: { channel, notification, users }, signal }) {
      // A channel that the portal no longer has delivers nothing.
      await extensions.channel(channel)?.send({ id, notification, users }, signal)
    },
  })

  return {
    async add(notification: NotificationDraft, users: readonly string[] | undefined, options: Pick<JobOptions, 'within'>): Promise<void> {
      const { origin, payload } = notification
      for (const each of extensions.channels()) {
        const channel = each.id
        if (each.accepts?.(notification) === false) continue
        if (!users) {
          await queue.add({ channel, notification }, options)
          continue
        }
        const wanting = await settings.wanting(users, channel, origin, payload.topic)
        for (let at = 0; at < wanting.length; at += usersPerJob)
          await queue.add({ channel, notification, users: wanting.slice(at, at + usersPerJob) }, options)
      }
    },
  }
}

export type Deliveries = ReturnType<typeof createDeliveries>
