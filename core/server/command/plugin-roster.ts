import { neededServicesOf, servicesOf } from '../host/order.ts'
import type { ServerPlugin } from '../host/plugin.ts'
import { openStartRoster } from '../packages/open-start-roster.ts'
import type { OutsidePlugin } from '../packages/outside-plugin.ts'
import type { CommandContext } from './command.ts'

/** Whether a plugin runs with this config, as the next start would find it. */
export async function openRosterForCommand(
  { plugins, pages, shared, isolated, cwd, env, configFiles, example, remoteConfig }: CommandContext,
  id: string,
) {
  const ours = plugins as readonly ServerPlugin[]
  const roster = await openStartRoster({
    plugins: ours,
    pages,
    shared,
    isolated,
    cwd,
    env,
    files: configFiles,
    example,
    remote: remoteConfig,
  })
  const absent = roster.absent.find(each => each.id === id)
  const running = roster.plugins.find(each => each.id === id)
  const all = [...new Set([...ours, ...roster.plugins])]
  const own = all.find(each => each.id === id)
  const ownerOf = (service: string) => all.find(({ provides }) => servicesOf(provides).includes(service))?.id
  return {
    found: absent
      ? `${absent.state}: ${absent.reason ?? absent.error}`
      : running && `runs (${roster.outside.get(id)?.origin.package ?? 'built in'})${processText(roster.outside.get(id))}`,
    needs: [...new Set(neededServicesOf(own?.uses).flatMap(service => ownerOf(service) ?? []))],
    neededBy: all.filter(({ uses }) => neededServicesOf(uses).some(service => ownerOf(service) === id)).map(each => each.id),
  }
}

/** Of one with a process of its own: its limit, and why the last process ended. */
function processText(outside: OutsidePlugin | undefined): string {
  if (outside?.entry.isolation !== 'process') return ''
  const { lastEnd } = outside.running
  const ended = lastEnd ? `; a process of it ended at ${lastEnd.lastEndedAt}: ${lastEnd.lastReason}` : ''
  return `, in a process of its own with ${Math.round(outside.entry.memory / 1e6)} MB at most${ended}`
}
