import { neededServicesOf, servicesOf } from '../host/order.ts'
import type { ServerPlugin } from '../host/plugin.ts'
import { openStartRoster } from '../packages/open-start-roster.ts'
import type { CommandContext } from './command.ts'

/** Whether a plugin runs with this config, as the next start would find it. */
export async function openRosterForCommand(
  { plugins, pages, shared, cwd, env, configFiles, example, remoteConfig }: CommandContext,
  id: string,
) {
  const ours = plugins as readonly ServerPlugin[]
  const roster = await openStartRoster({ plugins: ours, pages, shared, cwd, env, files: configFiles, example, remote: remoteConfig })
  const absent = roster.absent.find(each => each.id === id)
  const running = roster.plugins.find(each => each.id === id)
  const all = [...new Set([...ours, ...roster.plugins])]
  const own = all.find(each => each.id === id)
  const ownerOf = (service: string) => all.find(({ provides }) => servicesOf(provides).includes(service))?.id
  return {
    found: absent
      ? `${absent.state}: ${absent.reason ?? absent.error}`
      : running && `runs (${roster.outside.get(id)?.origin.package ?? 'built in'})`,
    needs: [...new Set(neededServicesOf(own?.uses).flatMap(service => ownerOf(service) ?? []))],
    neededBy: all.filter(({ uses }) => neededServicesOf(uses).some(service => ownerOf(service) === id)).map(each => each.id),
  }
}
