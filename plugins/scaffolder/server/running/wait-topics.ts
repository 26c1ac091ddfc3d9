import type { Principal } from '@portico/core/server'
import type { ScaffolderSection } from '../config.ts'

/** A topic of the bus that steps of templates may wait for. */
export interface WaitTopic {
  readonly topic: string
  /** What a template gets of an event, and matches; undefined for one that the user may not see. */
  show(payload: unknown, user: Principal): Promise<Readonly<Record<string, unknown>> | undefined>
}

/** The topics that config or a plugin offers. All others are between plugins: their payloads are nobody's to read. */
export function createWaitTopics(settings: () => Pick<ScaffolderSection, 'waitTopics'>) {
  const added = new Map<string, WaitTopic>()
  return {
    add(topic: WaitTopic): () => void {
      if (added.has(topic.topic)) throw new Error(`The topic '${topic.topic}' is offered twice`)
      added.set(topic.topic, topic)
      return () => void added.delete(topic.topic)
    },
    find(name: string): WaitTopic | undefined {
      const configured = settings().waitTopics.find(({ topic }) => topic === name)
      if (!configured) return added.get(name)
      return { topic: name, show: async payload => pick(payload, configured.fields) }
    },
  }
}

export type WaitTopics = ReturnType<typeof createWaitTopics>

/** The fields at some paths, `a.b` inside `a`. */
function pick(payload: unknown, paths: readonly string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {}
  for (const path of paths) {
    const keys = path.split('.')
    const value = keys.reduce<unknown>((at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), payload)
    if (value === undefined) continue
    let into = picked
    for (const key of keys.slice(0, -1)) into = (into[key] ??= {}) as Record<string, unknown>
    into[keys.at(-1) ?? ''] = value
  }
  return picked
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
