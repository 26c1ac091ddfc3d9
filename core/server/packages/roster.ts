import { nearest } from '@portico/core/common'
import { checkClaims } from '../config/validate.ts'
import { sectionClaims } from '../config/core-config.ts'
import type { PluginEntry } from '../config/sections/plugins-section.ts'
import type { PluginStatus } from '../host/inspection.ts'
import { inOrderOfUse } from '../host/order.ts'
import type { ServerPlugin } from '../host/plugin.ts'
import { sourceOf } from './package-source.ts'
import type { OutsidePlugin } from './outside-plugin.ts'
import { problemText } from './package-problem.ts'
import { switchOff, type SwitchedOff } from './switch-off.ts'

/** Which plugins run, and which do not and why. */
export interface Roster {
  /** In order of use. */
  readonly plugins: readonly ServerPlugin[]
  /** Those of `plugins` that are from outside, by id. */
  readonly outside: ReadonlyMap<string, OutsidePlugin>
  /** Ours that are off, also those that have only pages. */
  readonly off: readonly SwitchedOff[]
  /** Ours that are off and have a server: their sections of the config are still theirs. */
  readonly resting: readonly ServerPlugin[]
  /** What does not run, for the system page. */
  readonly absent: readonly PluginStatus[]
  /** Entries whose package could not be taken, and why. */
  readonly failures: readonly FailedEntry[]
  /** The id of the plugin that an entry of the config stands for, if it runs. */
  readonly idOf: (entry: string) => string | undefined
}

/** An entry whose package could not be taken. */
export interface FailedEntry {
  readonly entry: PluginEntry
  /** Where it is known. */
  readonly id: string | undefined
  readonly reason: string
}

export interface RosterOptions {
  readonly ours: readonly ServerPlugin[]
  /** Ours that have only pages, and what each needs. */
  readonly pages: Readonly<Record<string, readonly string[]>>
  readonly entries: readonly PluginEntry[]
  /** Loads a plugin from outside. One that is switched off is read, and does not run. */
  readonly load: (entry: PluginEntry) => Promise<OutsidePlugin>
  /** The id of what was installed for an entry before: it may be away now. */
  readonly knownId: (written: string) => string | undefined
}

const ownScope = '@portico/'

/** Whether an entry is about one of ours. */
export function isOwn(entry: PluginEntry): boolean {
  return entry.package.startsWith(ownScope) && sourceOf(entry.package) === 'registry'
}

/** Finds out which plugins run: ours, without those that the config switches off and those that need them, and those from outside that fit. */
export async function openRoster({ ours, pages, entries, load, knownId }: RosterOptions): Promise<Roster> {
  const ownIds = new Set([...ours.map(({ id }) => id), ...Object.keys(pages)])
  const own = entries.filter(isOwn)
  const absent: PluginStatus[] = []
  for (const entry of own) {
    const id = entry.package.slice(ownScope.length)
    if (ownIds.has(id)) continue
    const match = nearest(id, [...ownIds])
    absent.push(
      statusOf(
        id,
        'failed',
        `There is no plugin '${entry.package}' in this portal${match === undefined ? '' : `, did you mean '${ownScope}${match}'?`}`,
      ),
    )
  }
  const written = own.filter(({ enabled }) => !enabled).map(entry => entry.package.slice(ownScope.length))
  const switched = written.filter(id => ownIds.has(id))
  const { kept, off } = switchOff(ours, pages, switched)
  absent.push(...off.map(({ id, reason }) => statusOf(id, 'off', reason)))

  const candidates: OutsidePlugin[] = []
  const failures: FailedEntry[] = []
  const idsByEntry = new Map<string, string>()
  for (const entry of entries.filter(each => !own.includes(each))) {
    try {
      const found = await load(entry)
      idsByEntry.set(entry.package, found.plugin.id)
      if (entry.enabled) candidates.push(found)
      else absent.push({ ...statusOf(found.plugin.id, 'off', 'It is switched off in the config'), origin: found.origin })
    } catch (error) {
      const [id, reason] = [knownId(entry.package), problemText(error)]
      failures.push({ entry, id, reason })
      absent.push(statusOf(id ?? nameOf(entry), 'failed', reason))
    }
  }
  const { accepted, refused } = acceptOutside(kept, off, candidates)
  absent.push(...refused.map(({ outside, reason }) => ({ ...statusOf(outside.plugin.id, 'failed', reason), origin: outside.origin })))
  return {
    plugins: inOrderOfUse([...kept, ...accepted.map(({ plugin }) => plugin)]),
    outside: new Map(accepted.map(each => [each.plugin.id, each])),
    off,
    failures: [...failures, ...refused.map(({ outside, reason }) => ({ entry: outside.entry, id: outside.plugin.id, reason }))],
    resting: ours.filter(plugin => !kept.includes(plugin)),
    absent,
    idOf: entry => {
      const id = idsByEntry.get(entry)
      return accepted.some(({ plugin }) => plugin.id === id) ? id : undefined
    },
  }
}

/** What an entry whose package is not known is called. */
export function nameOf({ package: written }: PluginEntry): string {
  return written.replace(/(?<=.)@[^@/]*$/, '')
}

function statusOf(id: string, state: 'off' | 'failed', reason: string): PluginStatus {
  return { id, state, ...(state === 'off' ? { reason } : { error: reason }), uses: [], provides: [], setupMs: 0 }
}

/** Takes those that go together with ours and with each other, in the order of the config. Of two with one id or service the first is taken. */
function acceptOutside(ours: readonly ServerPlugin[], off: readonly SwitchedOff[], candidates: readonly OutsidePlugin[]) {
  const accepted: OutsidePlugin[] = []
  let open = candidates.map(outside => ({ outside, reason: '' }))
  // One may use what another provides that comes later: until none fits any more.
  for (let before = -1; before !== open.length;) {
    before = open.length
    open = open.flatMap(({ outside }) => {
      const reason = reasonAgainst(outside.plugin, [...ours, ...accepted.map(({ plugin }) => plugin)], off)
      if (reason !== undefined) return [{ outside, reason }]
      accepted.push(outside)
      return []
    })
  }
  return { accepted, refused: open }
}

function reasonAgainst(plugin: ServerPlugin, others: readonly ServerPlugin[], off: readonly SwitchedOff[]): string | undefined {
  try {
    if (off.some(({ id }) => id === plugin.id)) throw new Error(`Two plugins have the id '${plugin.id}'`)
    const taken = new Set(others.flatMap(each => (each.permissions?.permissions ?? []).map(({ name }) => name)))
    const twice = (plugin.permissions?.permissions ?? []).find(({ name }) => taken.has(name))
    if (twice) throw new Error(`Another plugin declares the permission '${twice.name}' already`)
    inOrderOfUse([...others, plugin])
    checkClaims(sectionClaims([...others, plugin]))
    return undefined
  } catch (error) {
    return problemText(error)
  }
}
