import { webChannel } from '@portico/notifications/common'
import type { Logger } from '@portico/core/server'
import type { OwnChannel } from '../channels/own-channels.ts'
import type { NotificationChannel, NotificationDraft, NotificationExtensions, NotificationProcessor } from '../notification-extensions.ts'

/** What the config and other plugins have added. */
export function createExtensions(log: Logger) {
  const processors = new Set<NotificationProcessor>()
  const added = new Map<string, NotificationChannel>()
  let own = new Map<string, OwnChannel>()
  const service: NotificationExtensions = {
    addProcessor(processor) {
      processors.add(processor)
      return () => void processors.delete(processor)
    },
    addChannel(channel) {
      if (channel.id === webChannel || own.has(channel.id) || added.has(channel.id)) throw channelTwice(channel.id)
      added.set(channel.id, channel)
      return () => void added.delete(channel.id)
    },
  }

  return {
    service,
    /** Replaces the channels of the config. */
    setOwn(channels: readonly OwnChannel[]): void {
      const next = new Map<string, OwnChannel>()
      for (const each of channels) {
        const { id } = each.channel
        if (id === webChannel || added.has(id) || next.has(id)) throw channelTwice(id)
        next.set(id, each)
      }
      own = next
    },
    carrierOf: (id: string) => own.get(id)?.carrier,
    channel: (id: string): NotificationChannel | undefined => own.get(id)?.channel ?? added.get(id),
    /** Those of the config first. */
    channels: (): NotificationChannel[] => [...[...own.values()].map(({ channel }) => channel), ...added.values()],
    /** Every channel, the portal's own first. */
    channelIds: () => [webChannel, ...own.keys(), ...added.keys()],
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

function channelTwice(id: string): Error {
  return new Error(`There already is a notification channel '${id}'`)
}
