import type { BusEvent, Logger } from '@portico/core/server'
import { webhookEvent, type WebhookPayload } from '@portico/events/common'
import type { Integrations } from '@portico/integrations/server'
import { pushedFiles, type CommitRange } from './pushed-files.ts'
import type { Source } from '../sources/source.ts'
import type { Sources } from '../sources/sources.ts'
import { targetsOfRange, toDelivery, type Delivery } from './webhooks.ts'

/** What hosts deliver, at `/api/events/http/<topic>`. */
export const webhooks = ['github', 'gitlab', 'bitbucketCloud', 'bitbucketServer', 'azureDevOps', 'gitea'].map(webhookEvent)

interface Dependencies {
  readonly sources: Pick<Sources, 'list' | 'refresh'>
  readonly integrations: Pick<Integrations, 'byHost' | 'api'>
  readonly runSoon: (id: string) => Promise<void>
  readonly log: Logger
}

/** Where descriptors most often are: what is read again when nobody tells which files a push touched. */
const rootFiles = ['catalog-info.yaml']
const timeoutMs = 10_000

/** Follows what hosts tell: a push has exactly the files read again that it touched, everything else has the source asked. */
export function createDeliveries({ sources, integrations, runSoon, log }: Dependencies) {
  async function targetsOf(range: CommitRange): Promise<string[]> {
    try {
      const files = await pushedFiles(range, integrations, AbortSignal.timeout(timeoutMs))
      return targetsOfRange(range, files ?? rootFiles)
    } catch (error) {
      log.warn({ error, repository: range.url }, 'the host did not tell which files a push touched: the one at the root is read again')
      return targetsOfRange(range, rootFiles)
    }
  }

  return {
    async take({ topic, payload }: BusEvent<WebhookPayload>): Promise<void> {
      const delivery = toDelivery(topic, payload.eventPayload, payload.metadata)
      if (!delivery) return
      const targets = [...delivery.targets, ...(await Promise.all(delivery.ranges.map(targetsOf))).flat()]
      if (targets.length > 0) await sources.refresh(targets)
      for (const source of sources.list) if (concerns(delivery, source)) await runSoon(source.id)
    },
  }
}

/** Lists are read again when they changed, and proposals when a descriptor came or went. */
function concerns({ host: told, isListChanged, moved }: Delivery, { host, descriptor }: Source): boolean {
  if (isListChanged) return host === undefined || host === told
  return descriptor !== undefined && host === told && moved.includes(descriptor)
}
