import { catalogChannel, type CatalogSignal } from '@portico/catalog/common'
import type { Events, Logger } from '@portico/core/server'
import { signalsOn } from '@portico/signals/server'
import type { CatalogDatabase } from './catalog-database-store.ts'
import { catalogChanged } from './catalog-changed.ts'
import { changeStore, type RevisionSummary } from './change-store.ts'

const pauseMs = 250
const maxBatchSize = 50

/**
 * Publishes every revision on the bus once, in order, whichever server made it and whichever dies: revisions are read from the history,
 * and the last published one is written in the same transaction as the events.
 */
export function createChangePublisher({
  db,
  events,
  log,
}: {
  readonly db: CatalogDatabase
  readonly events: Pick<Events, 'publish'>
  readonly log: Logger
}) {
  const signals = signalsOn(events)
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> | undefined
  let isWoken = false
  let isStopped = false

  async function publish(): Promise<void> {
    for (let isMore = true; isMore && !isStopped;) {
      isMore = await db.transaction().execute(async trx => {
        const taken = await changeStore.takeUnpublished(trx, maxBatchSize)
        for (const revision of taken.revisions) await events.publish(catalogChanged, revision, { within: trx })
        const message: CatalogSignal = { kinds: kindsIn(taken.revisions) }
        // Open pages look again by themselves, with the rights of their users.
        if (message.kinds.length > 0)
          await signals.publish({ recipients: { type: 'broadcast' }, channel: catalogChannel, message }, { within: trx })
        return taken.isMore
      })
    }
  }

  function start(): void {
    timer = undefined
    isWoken = false
    current = publish()
      .catch((error: unknown) => log.warn({ error }, 'changes of the catalog could not be published; trying again with the next'))
      .finally(() => {
        current = undefined
        if (isWoken) wake()
      })
  }

  /** Something changed. Many changes in a short time are published together. */
  function wake(): void {
    isWoken = true
    if (!isStopped && !current) timer ??= setTimeout(start, pauseMs)
  }

  return {
    wake,
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      await current
    },
  }
}

function kindsIn(revisions: readonly RevisionSummary[]): string[] {
  const refs = revisions.flatMap(({ created, updated, deleted }) => [...created, ...updated, ...deleted])
  return [...new Set(refs.map(ref => ref.slice(0, ref.indexOf(':'))))].sort()
}
