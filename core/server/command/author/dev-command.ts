import { existsSync, watch } from 'node:fs'
import path from 'node:path'
import { problemText } from '../../packages/package-problem.ts'
import type { Command } from '../command.ts'
import { buildPlugin } from './build-plugin.ts'
import { startPortalOfPlugin } from './portal-of-plugin.ts'

const watched = ['common', 'server', 'web', 'package.json']
const settleMs = 50

/** `portico plugin dev`: a portal with the plugin of this folder, which takes it anew, without a restart, whenever a source changes. */
export const devCommand: Command = {
  name: 'plugin dev',
  summary: 'run a portal with the plugin of this folder, which follows its sources',
  options: [{ flags: '--port <port>', description: 'where the portal listens, 7007 by default' }],
  async run(context) {
    const { cwd, options, print, warn } = context
    const port = Number(options['port'] ?? 7007)
    if (!Number.isInteger(port) || port < 1 || port > 65_535) {
      warn(`error: '${String(options['port'])}' is no port`)
      return 2
    }
    const changes = watchSources(cwd)
    let portal: Awaited<ReturnType<typeof startPortalOfPlugin>> | undefined
    const stop = () => changes.end()
    process.once('SIGINT', stop).once('SIGTERM', stop)
    try {
      do {
        try {
          const start = performance.now()
          const { name, version, digest } = await buildPlugin(cwd)
          if (portal?.hasEnded() === false) await portal.refresh(digest)
          else portal = await startPortalOfPlugin(context, { port, name: 'dev', output: 'ignore' })
          print(`${name}@${version} runs on ${portal.url} after ${((performance.now() - start) / 1000).toFixed(1)} s`)
        } catch (error) {
          // What runs goes on with the last version that could be built.
          warn(`error: ${problemText(error)}`)
        }
      } while (await changes.next())
      return 0
    } finally {
      await portal?.stop()
    }
  },
}

/** Tells of changes, many at once as one; false when it was ended. */
function watchSources(folder: string) {
  let isEnded = false
  let hasChanged = false
  let wake = () => {}
  let settling: NodeJS.Timeout | undefined
  function changed(): void {
    clearTimeout(settling)
    settling = setTimeout(() => {
      hasChanged = true
      wake()
    }, settleMs)
  }
  const watchers = watched
    .map(name => path.join(folder, name))
    .filter(each => existsSync(each))
    .map(each => watch(each, { recursive: true }, changed))
  return {
    async next(): Promise<boolean> {
      if (!isEnded && !hasChanged) await new Promise<void>(resolve => (wake = resolve))
      hasChanged = false
      return !isEnded
    },
    end(): void {
      isEnded = true
      for (const each of watchers) each.close()
      clearTimeout(settling)
      wake()
    },
  }
}
