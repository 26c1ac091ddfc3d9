import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { PluginPackage } from '../../packages/plugin-package.ts'
import type { Command, CommandContext } from '../command.ts'
import { buildPlugin } from './build-plugin.ts'
import { devCommand } from './dev-command.ts'
import { newCommand } from './new-command.ts'
import { packPlugin } from './pack-plugin.ts'
import { freePort, guestToken, startPortalOfPlugin } from './portal-of-plugin.ts'

async function build({ cwd, print }: CommandContext): Promise<PluginPackage> {
  const start = performance.now()
  const built = await buildPlugin(cwd)
  print(`Built ${built.name}@${built.version} in ${((performance.now() - start) / 1000).toFixed(1)} s`)
  return built
}

const buildCommand: Command = {
  name: 'plugin build',
  summary: 'build the plugin of this folder into dist, and check it',
  run: async context => void (await build(context)),
}

const packCommand: Command = {
  name: 'plugin pack',
  summary: 'build the plugin of this folder, and make its archive with the lines of config for it',
  async run(context) {
    await build(context)
    const { filename, integrity, size } = await packPlugin(context.cwd)
    context.print(`${filename}  ${Math.ceil(size / 1000)} kB`)
    context.print('plugins:')
    context.print(`  - package: ./${filename}`)
    context.print(`    integrity: ${integrity}`)
  },
}

const testCommand: Command = {
  name: 'plugin test',
  summary: 'build the plugin of this folder, and run its tests (test/*.test.*) against a portal that has it',
  async run(context) {
    await build(context)
    const config = { catalog: { locations: [] } }
    const portal = await startPortalOfPlugin(context, { port: await freePort(), name: 'test', config, output: 'ignore' })
    try {
      const env = { ...context.env, PORTICO_URL: portal.url, PORTICO_TOKEN: await guestToken(portal.url) }
      const files = path.join('test', '*.test.*')
      const tests = spawn(process.execPath, ['--test', files], { cwd: context.cwd, env, stdio: 'inherit' })
      const [code] = (await once(tests, 'exit')) as [number | null]
      return code ?? 1
    } finally {
      await portal.stop()
    }
  },
}

/** `portico plugin …` for those who write plugins. */
export const authorCommands: readonly Command[] = [newCommand, devCommand, buildCommand, testCommand, packCommand]
