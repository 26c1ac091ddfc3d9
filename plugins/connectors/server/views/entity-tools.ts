import type { ConnectorViews, TryResult } from '@portico/connectors/common'
import type { Principal } from '@portico/core/server'
import { setTimeout as delay } from 'node:timers/promises'
import { type Connectors } from '../connectors.ts'
import { connectorNotFound } from '../errors.ts'
import type { VisibleEntities } from '../facts/visible-entities.ts'
import { tryConnector } from '../operating/try-connector.ts'
import type { Limits } from '../requests/limits.ts'
import type { ItemRunner } from '../schedule/run-items.ts'
import type { WorkStore } from '../schedule/work-store.ts'
import type { EntityViews } from './entity-views.ts'

interface Dependencies {
  readonly visible: VisibleEntities
  readonly views: EntityViews
  readonly work: Pick<WorkStore, 'ofEntities' | 'hurry' | 'targets'>
  readonly limits: Limits
  readonly connectors: Connectors
  readonly runner: ItemRunner
  /** Tells every server that something is due. */
  readonly wakeAll: () => Promise<void>
}

/** What was read so shortly before is not asked again, however often people press the button. */
const freshMs = 5000
const maxWaitMs = 15_000
const lookEveryMs = 150

/** What people do with the tools of an entity. */
export function createEntityTools({ visible, views, work, limits, connectors, runner, wakeAll }: Dependencies) {
  return {
    async views(caller: Principal, given: string): Promise<ConnectorViews[]> {
      const { ref, entity } = await visible.find(caller, given)
      return views.of(caller, ref, entity)
    },
    /** Has the tools asked, and waits until they have answered, or for a while. */
    async refresh(caller: Principal, given: string, only: string | undefined, signal: AbortSignal): Promise<void> {
      const { ref } = await visible.find(caller, given)
      const isMeant = (row: { readonly connector: string }) => only === undefined || row.connector === only
      const began = Date.now()
      const rows = (await work.ofEntities([ref])).filter(isMeant)
      const old = rows.filter(row => !row.checked_at || began - row.checked_at.getTime() > freshMs || row.error !== null)
      if (old.length === 0) return
      for (const { connector, target } of old) limits.resume({ connector, name: target })
      await work.hurry({ entityRefs: [ref], ...(only !== undefined && { connector: only }) })
      await wakeAll()
      // A tool that wants fewer requests is not asked now, so nobody waits for it.
      const limited = new Set((await work.targets()).flatMap(each => (each.isLimited && isAhead(each.pausedUntil) ? [keyOf(each)] : [])))
      const isOpen = (row: { readonly due_at: Date; readonly connector: string; readonly target: string }) =>
        isMeant(row) &&
        !isAhead(row.due_at) &&
        !limited.has(keyOf(row)) &&
        connectors.find(row.connector)?.targets.has(row.target) !== false
      while (Date.now() - began < maxWaitMs && (await work.ofEntities([ref])).some(isOpen)) await delay(lookEveryMs, undefined, { signal })
    },
    async tryOut(caller: Principal, name: string, given: string): Promise<TryResult> {
      const connector = connectors.find(name)
      if (!connector) throw connectorNotFound(name)
      const { ref, entity } = await visible.find(caller, given)
      return tryConnector(connector, ref, entity, runner)
    },
  }
}

const isAhead = (date: Date | undefined) => date !== undefined && date.getTime() > Date.now()
const keyOf = ({ connector, target }: { readonly connector: string; readonly target: string }) => `${connector}\n${target}`

export type EntityTools = ReturnType<typeof createEntityTools>
