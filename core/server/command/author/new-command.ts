import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Command, CommandContext } from '../command.ts'
import { pluginNames, pluginTemplate, type PortalPackages } from './template.ts'

/** `portico plugin new`: the repository of a plugin outside of ours. */
export const newCommand: Command = {
  name: 'plugin new',
  summary: 'write a new plugin, a repository of its own, into a folder here',
  args: [{ name: '<name>', description: 'of its npm package: radar, @acme/portico-radar' }],
  run: writeNewPlugin,
}

/** Also what `npm create portico-plugin` runs. */
export async function writeNewPlugin(context: Pick<CommandContext, 'args' | 'cwd' | 'print' | 'warn' | 'version'>): Promise<number> {
  const { args, cwd, print, warn, version } = context
  const [name = ''] = args
  const names = pluginNames(name)
  if (names === undefined) {
    warn(`'${name}' cannot be the name of a plugin: take lower-case words joined by hyphens, such as radar or @acme/portico-radar`)
    return 2
  }
  const folder = path.join(cwd, names.id)
  if (existsSync(folder)) {
    warn(`There is a folder ${names.id} here already. Nothing was written`)
    return 1
  }
  const files = Object.entries(pluginTemplate(names, await packagesFor(folder, version)))
  for (const [file, text] of files) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
    await writeFile(path.join(folder, file), text)
  }
  for (const [file] of files) print(`${names.id}/${file}`)
  print('')
  print(`Next: cd ${names.id} && npm install && npm run dev`)
  return 0
}

/** The portal that it is written for, and the types: as the nearest package.json around it has them, else this version of the registry. */
async function packagesFor(folder: string, version: string): Promise<PortalPackages> {
  const found: Record<string, string> = {}
  for (let parent = path.dirname(folder); ; parent = path.dirname(parent)) {
    const text = await readFile(path.join(parent, 'package.json'), 'utf8').catch(() => undefined)
    const { dependencies, devDependencies } = readDependencies(text)
    for (const [name, written] of Object.entries({ ...devDependencies, ...dependencies })) {
      const isFile = written.startsWith('file:')
      found[name] ??= isFile ? `file:${path.relative(folder, path.resolve(parent, written.slice('file:'.length)))}` : written
    }
    if (parent === path.dirname(parent)) break
  }
  return { portico: found['portico'] ?? version, '@portico/plugin': found['@portico/plugin'] ?? '^1.0.0' }
}

interface Dependencies {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** A package.json that cannot be read says nothing about the portal. */
function readDependencies(text: string | undefined): Dependencies {
  try {
    return JSON.parse(text ?? '{}') as Dependencies
  } catch {
    return {}
  }
}
