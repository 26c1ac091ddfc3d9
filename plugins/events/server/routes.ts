import { answer, type Handlers } from '@portico/core/server'
import type { eventsApi } from '@portico/events/common'
import type { Bus } from './bus/bus.ts'
import type { createDeliveries } from './deliveries/deliveries.ts'
import type { Topics } from './deliveries/topics.ts'

interface RouteDependencies {
  readonly take: ReturnType<typeof createDeliveries>
  readonly topics: Pick<Topics, 'list'>
  readonly bus: Bus
}

/** The routes of webhooks, and of programs outside that publish and read events. */
export function eventsRoutes({ take, topics, bus }: RouteDependencies): Handlers<typeof eventsApi> {
  return {
    async deliver({ params, request, stream }) {
      await take(params.topic, request.headers, stream)
      return { status: 'accepted' as const }
    },
    listTopics: async () => ({ items: await topics.list() }),
    async publish({ body }) {
      const isLeft = await bus.publish({ topic: body.event.topic, payload: body.event.payload }, body.notifiedSubscribers ?? [])
      return answer(undefined, { status: isLeft ? 201 : 204 })
    },
    subscribe: ({ params, body }) => bus.subscribe(params.id, body.topics),
    async readEvents({ params, signal }) {
      const found = await bus.read(params.id, signal)
      return found.length > 0 ? { events: found } : answer(undefined as never, { status: 202 })
    },
  }
}
