import { webChannel } from '@portico/notifications/common'
import type { Logger } from '@portico/core/server'
import type { NotificationChannel, NotificationDraft, NotificationExtensions, NotificationProcessor } from '../notification-extensions.ts'

/** What other plugins have added. */
export function createExtensions(log: Logger) {
  const processors: NotificationProcessor[] = []
  const channels = new Map<string, NotificationChannel>()
  const service: NotificationExtensions = {
    addProcessor: processor => void processors.push(processor),
    addChannel(channel) {
      if (channel.id === webChannel || channels.has(channel.id)) throw new Error(`There already is a notification channel '${channel.id}'`)
      channels.set(channel.id, channel)
    },
  }

  return {
    service,
    channels,
    /** Every channel, the portal's own first. */
    channelIds: () => [webChannel, ...channels.keys()],
    /** Runs all processors; undefined when one of them stops the notification. */
    async process(draft: NotificationDraft): Promise<NotificationDraft | undefined> {
      let current: NotificationDraft | undefined = draft
      for (const processor of processors) {
        try {
          current = await processor.process(current)
        } catch (error) {
          log.error(
            { processor: processor.id, error },
            `the notification processor '${processor.id}' failed; the notification is sent without it`,
          )
        }
        if (!current) return undefined
      }
      return current
    },
  }
}

export type Extensions = ReturnType<typeof createExtensions>
