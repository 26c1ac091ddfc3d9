import type { BusEvent } from '@portico/core/server'
import { toDelivery } from './webhooks.ts'
import type { Sources } from './sources.ts'

/** The topics that hosts deliver to, at `/api/events/http/<topic>`. */
export const webhookTopics = ['github', 'gitlab', 'bitbucketCloud', 'bitbucketServer', 'azureDevOps', 'gitea']

/** Follows what hosts tell: a push has exactly the files read again that it touched, everything else has the source asked. */
export function createDeliveries({ sources, runSoon }: { readonly sources: Sources; readonly runSoon: (id: string) => Promise<void> }) {
  return {
    async take({ topic, payload }: BusEvent): Promise<void> {
      const { eventPayload, metadata = {} } = payload as { eventPayload?: unknown; metadata?: Record<string, string> }
      const delivery = toDelivery(topic, eventPayload, metadata)
      if (!delivery) return
      if (delivery.targets.length > 0) await sources.refresh(delivery.targets)
      if (!delivery.isListChanged) return
      for (const { id, host } of sources.list) if (host === undefined || host === delivery.host) await runSoon(id)
    },
  }
}
