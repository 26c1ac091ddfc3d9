import type { Entity } from '@portico/catalog/common'
import type { Catalog, CatalogPast } from '@portico/catalog/server'
import { AppError } from '@portico/core/common'
import type { Core } from '@portico/core/server'
import type { AgentsPast } from '@portico/mcp-actions/server'
import type { ScorecardsPast } from '@portico/scorecards/server'
import type { NotificationRecords } from '@portico/notifications/server'
import type { ScaffolderRuns } from '@portico/scaffolder/server'
import type { StartingSettings } from '@portico/user-settings/server'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { readData } from '../read-data.ts'
import { toGuestValues, uuidOf, type GuestData } from './guest-values.ts'
import { toInbox, type InboxData } from './inbox.ts'
import { toPastAgents, type AgentsData } from './past-agents.ts'
import { toPastScores, type ScoresData } from './past-scores.ts'
import { toPastChanges, type HistoryData } from './past-changes.ts'

export interface LifeServices {
  readonly agents: AgentsPast | undefined
  readonly catalog: Catalog
  readonly past: CatalogPast
  readonly records: NotificationRecords
  readonly runs: ScaffolderRuns
  readonly scores: ScorecardsPast | undefined
  readonly starting: StartingSettings
}

/** As in `data/runs.yaml`. */
type RunsData = Readonly<
  Record<
    string,
    {
      readonly template: string
      readonly user: string
      readonly values: Record<string, unknown>
      readonly secrets?: Readonly<Record<string, string>>
    }
  >
>

const guest = 'user:development/guest'
const plugin = 'plugin:example-tools'
/** The file that leads to the whole example. */
const root = /(^|[/:])examples\/catalog-info\.yaml$/
const originAnnotation = 'backstage.io/managed-by-origin-location'
const pollMs = 500
const maxEntities = 1000
/** Where scorecards are off, or evaluate other checks, there is nothing to wait for. */
const scoresMs = 120_000
const maxRoots = 100
/** Among the starting values of guests: no page reads it. */
const doneMark = { bucket: 'default.exampleTools', key: 'broughtLife', value: true }

/**
 * The month before the first start: history, runs, notifications, and what the guest has starred and visited. Once for each database, behind the start.
 * Every part can be brought again without being doubled, so a crash half-way, or two servers at once, do no harm.
 */
export function openLife(core: Core, { host, ...services }: LifeServices & { readonly host: string }): void {
  const { agents, catalog, past, records, runs, scores, starting } = services
  const { log } = core

  /** All entities of the example, once there are any. */
  async function findEntities(): Promise<Map<string, Entity>> {
    const { entities } = await catalog.query({ limit: maxEntities })
    const own = entities.filter(({ metadata }) => root.test(metadata.annotations?.[originAnnotation] ?? ''))
    return new Map(own.map(entity => [refOf(entity), entity]))
  }

  async function bringPast(signal: AbortSignal): Promise<void> {
    const data = readData<HistoryData>('history.yaml')
    const named = [...Object.keys(data.came), ...data.changes.map(({ ref }) => ref)]
    for (;;) {
      const [entities, begins] = [await findEntities(), await past.begins()]
      const isThere = named.every(ref => entities.has(ref))
      if (isThere && begins && (await past.bringIn(toPastChanges(data, entities, begins)))) return
      await delay(pollMs, undefined, { signal })
    }
  }

  async function bringScores(signal: AbortSignal): Promise<void> {
    const data = toPastScores(readData<ScoresData>('scores.yaml'), Date.now())
    while (scores && !(await scores.bringIn(data))) await delay(pollMs, undefined, { signal })
  }

  async function bringInbox(): Promise<void> {
    const { announcement, notifications } = toInbox(readData<InboxData>('inbox.yaml'), guest, Date.now())
    await records.bringIn(notifications)
    await records.announce(announcement, { plugin })
  }

  async function startRuns(): Promise<void> {
    const text = JSON.stringify(readData<RunsData>('runs.yaml')).replaceAll('{host}', host)
    for (const [name, { template, user, values, secrets = {} }] of Object.entries(JSON.parse(text) as RunsData))
      await runs.start({ id: uuidOf('run', name), templateRef: template, user, values, secrets }, { plugin })
  }

  async function bringAgents(): Promise<void> {
    const text = JSON.stringify(readData<AgentsData>('agents.yaml')).replaceAll('{host}', host)
    await agents?.bringIn(toPastAgents(JSON.parse(text) as AgentsData, Date.now()))
  }

  const queue = core.work.jobs.define({
    name: 'bring-life',
    payload: z.object({}),
    timeoutSeconds: 600,
    async run({ signal }) {
      // A catalog that is older than the example, or is read from elsewhere, keeps the past that it has.
      await bringPast(signal).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        log.info({ error }, 'the example organisation has no past in this catalog')
      })
      await bringInbox()
      await bringAgents()
      await startRuns()
      await bringScores(AbortSignal.any([signal, AbortSignal.timeout(scoresMs)])).catch((error: unknown) => {
        signal.throwIfAborted()
        log.info({ error }, 'the example organisation has no past scores')
      })
      await starting.put([doneMark])
    },
  })

  core.onStart(async () => {
    const { items } = await catalog.roots({ limit: maxRoots, offset: 0 })
    // A catalog of one's own gets nothing of it.
    if (!items.some(({ target }) => root.test(target))) return
    const known = await starting.list()
    if (known.some(({ bucket }) => bucket === doneMark.bucket)) return
    // At once: a browser that comes early begins with them too.
    if (known.length === 0) await starting.put(toGuestValues(readData<GuestData>('guest.yaml'), guest, Date.now()))
    await queue.add({}, { key: 'bring-life' })
  })
}

function refOf({ kind, metadata: { namespace = 'default', name } }: Entity): string {
  return `${kind}:${namespace}/${name}`.toLowerCase()
}
