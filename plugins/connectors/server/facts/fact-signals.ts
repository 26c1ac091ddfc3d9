import type { Catalog } from '@portico/catalog/server'
import { factsChannel } from '@portico/connectors/common'
import type { Logger } from '@portico/core/server'
import type { Signals } from '@portico/signals/server'

interface Dependencies {
  readonly catalog: Pick<Catalog, 'getEntities'>
  readonly signals: Signals
  readonly log: Pick<Logger, 'warn'>
}

const everyMs = 1000
const entitiesAtOnce = 200
/** Pages also read again from time to time, so some may be left out. */
const maxWaiting = 5000

/** Tells open pages that facts of their entity have changed, once a second at most. */
export function createFactSignals({ catalog, signals, log }: Dependencies) {
  const waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    const refs = [...waiting].slice(0, entitiesAtOnce)
    for (const ref of refs) waiting.delete(ref)
    try {
      const entities = await catalog.getEntities(refs, { isBulk: true })
      const uids = entities.flatMap(entity => entity?.metadata.uid ?? [])
      await signals.publish(uids.map(uid => ({ recipients: { type: 'broadcast' }, channel: factsChannel(uid), message: {} })))
    } catch (error) {
      log.warn({ error }, 'pages could not be told of facts')
    }
    timer = undefined
    if (waiting.size > 0) wait()
  }

  function wait(): void {
    timer ??= setTimeout(() => void flush(), everyMs).unref()
  }

  return {
    tell(refs: Iterable<string>): void {
      for (const ref of refs) if (waiting.size < maxWaiting) waiting.add(ref)
      if (waiting.size > 0) wait()
    },
    stop: () => clearTimeout(timer),
  }
}

export type FactSignals = ReturnType<typeof createFactSignals>
