import { openInstalled } from '../packages/open-installed.ts'
import { pluginSections } from '../packages/open-start-roster.ts'
import { toIntegrity } from '../packages/package-files.ts'
import type { PluginPackage } from '../packages/plugin-package.ts'
import { openRosterForCommand } from './plugin-roster.ts'
import type { Command, CommandContext } from './command.ts'

async function installedOf({ cwd, env, readSections }: CommandContext) {
  const { values } = await readSections(pluginSections)
  return openInstalled({
    folder: cwd,
    env,
    dataFolder: values['backend.dataFolder'],
    allow: values['backend.reading.allow'],
  })
}

function tell({ print }: CommandContext, what: string, { name, version, digest, manifest }: PluginPackage): void {
  const { permissions = [], tables = [], routes = [], hosts } = manifest
  print(`${what} ${name}@${version} as '${manifest.id}'`)
  print(`  ${toIntegrity(digest)}`)
  for (const [title, values] of Object.entries({ permissions, tables, routes, 'may call': hosts })) {
    if (values.length > 0) print(`  ${title}: ${values.join(', ')}`)
  }
  print('A running portal takes it at once.')
}

const installCommand: Command = {
  name: 'plugin install',
  summary: 'install a plugin from the registry, an archive, an address or a folder',
  args: [{ name: '<package>', description: '@acme/radar, @acme/radar@^1.2, ./radar.tgz, https://host/radar.tgz or ./radar' }],
  options: [{ flags: '--integrity <digest>', description: 'sha512-…: refuse an archive with another digest' }],
  async run(context) {
    const { args, options } = context
    const integrity = typeof options['integrity'] === 'string' ? options['integrity'] : undefined
    tell(context, 'Installed', await (await installedOf(context)).install(args[0] ?? '', integrity))
  },
}

const updateCommand: Command = {
  name: 'plugin update',
  summary: 'take the newest version that was asked for, of one plugin or of all',
  args: [{ name: '[id]', description: 'the id of the plugin' }],
  async run(context) {
    const installed = await installedOf(context)
    const [id] = context.args
    for (const each of id === undefined ? Object.keys(await installed.list()) : [id])
      tell(context, 'Updated to', await installed.update(each))
  },
}

const rollbackCommand: Command = {
  name: 'plugin rollback',
  summary: 'go back to the version before',
  args: [{ name: '<id>', description: 'the id of the plugin' }],
  async run(context) {
    tell(context, 'Back to', await (await installedOf(context)).rollback(context.args[0] ?? ''))
  },
}

const removeCommand: Command = {
  name: 'plugin remove',
  summary: 'remove a plugin; its tables stay',
  args: [{ name: '<id>', description: 'the id of the plugin' }],
  async run(context) {
    const [id = ''] = context.args
    await (await installedOf(context)).remove(id)
    context.print(`Removed '${id}'. Its tables stay in the schema "${id}" of the database.`)
  },
}

const listCommand: Command = {
  name: 'plugin list',
  summary: 'list the plugins that are installed',
  async run(context) {
    const plugins = Object.entries(await (await installedOf(context)).list())
    if (plugins.length === 0) context.print('No plugin is installed.')
    for (const [id, { name, version, source, enabled, previous }] of plugins) {
      const notes = [source, ...(enabled ? [] : ['off']), ...(previous ? [`before: ${previous.version}`] : [])]
      context.print(`${id}  ${name}@${version}  ${notes.join(', ')}`)
    }
  },
}

const whyCommand: Command = {
  name: 'plugin why',
  summary: 'say whether a plugin runs, why it does not, and what needs it',
  args: [{ name: '<id>', description: 'the id of the plugin' }],
  async run(context) {
    const [id = ''] = context.args
    const { found, needs, neededBy } = await openRosterForCommand(context, id)
    if (found === undefined) {
      context.warn(`There is no plugin '${id}'`)
      return 1
    }
    context.print(`${id}: ${found}`)
    if (needs.length > 0) context.print(`  needs: ${needs.join(', ')}`)
    if (neededBy.length > 0) context.print(`  needed by: ${neededBy.join(', ')}`)
    return 0
  },
}

/** `portico plugin …`: plugins from outside. */
export const pluginCommands: readonly Command[] = [installCommand, listCommand, updateCommand, rollbackCommand, removeCommand, whyCommand]
