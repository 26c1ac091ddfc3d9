import type { TopicState } from '@portico/events/common'
import type { DeliveryStore } from './delivery-store.ts'
import type { DeliverySettings } from './settings.ts'

export interface TopicsDependencies {
  readonly store: DeliveryStore
  readonly settings: () => DeliverySettings
}

// A flood of deliveries, which anybody can send, is written down once in a while.
const writeEveryMs = 5000

/** The topics of the config, and what last came to them. */
export function createTopics({ store, settings }: TopicsDependencies) {
  const writtenAt = new Map<string, number>()

  async function seldom(key: string, write: () => Promise<void>): Promise<void> {
    const now = Date.now()
    if (now - (writtenAt.get(key) ?? 0) < writeEveryMs) return
    writtenAt.set(key, now)
    await write()
  }

  return {
    taken: (topic: string) => seldom(`taken ${topic}`, () => store.taken(topic)),
    refused: (topic: string, error: unknown) =>
      seldom(`refused ${topic}`, () => store.refused(topic, error instanceof Error ? error.message : String(error))),
    async list(): Promise<TopicState[]> {
      const { checks, topics } = settings()
      const known = await store.all()
      return [...new Set([...checks.keys(), ...topics])].sort().map(topic => {
        const { takenAt, refusedAt, refusal } = known.get(topic) ?? {}
        return {
          topic,
          isSigned: checks.has(topic),
          ...(takenAt && { takenAt: takenAt.toISOString() }),
          ...(refusedAt && { refusedAt: refusedAt.toISOString() }),
          ...(refusal !== undefined && { refusal }),
        }
      })
    },
  }
}

export type Topics = ReturnType<typeof createTopics>
