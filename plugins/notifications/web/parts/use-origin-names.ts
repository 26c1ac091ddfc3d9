import { useSlot, useText } from '@portico/core/web'
import { notificationOrigins } from '../slots.ts'

/** Senders and topics as people call them: by their titles, or by their ids as words. */
export function useOriginNames() {
  const text = useText()
  const origins = useSlot(notificationOrigins).map(({ item }) => item)
  return {
    originName(origin: string): string {
      const title = origins.find(each => each.origin === origin)?.title
      if (title !== undefined) return text(title)
      // Senders outside of the portal have chosen their names themselves.
      return origin.startsWith('plugin:') ? toWords(origin.slice('plugin:'.length)) : origin.replace(/^external:/, '')
    },
    /** A topic is looked up at its sender, or at the first one that has it. */
    topicName(topic: string, origin?: string): string {
      const title = origins.find(each => (origin === undefined || each.origin === origin) && each.topics?.[topic] !== undefined)
      return title?.topics?.[topic] === undefined ? toWords(topic) : text(title.topics[topic])
    },
  }
}

/** `entity-broken` is `Entity broken`. */
function toWords(id: string): string {
  const words = id.replaceAll(/[-_]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
