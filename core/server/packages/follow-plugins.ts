import { sql } from 'kysely'
import type { Config } from '../config/open.ts'
import { createFileWatcher } from '../config/watch.ts'
import type { Database } from '../database/database.ts'
import type { Logger } from '../operations/log.ts'
import type { Listener } from '../work/listener.ts'
import type { InstalledPlugins } from './installed-plugins.ts'
import type { LivePlugins } from './live-plugins.ts'
import { problemText } from './package-problem.ts'

const channel = 'portico_plugins'
const tidyEveryMs = 86_400_000

/** Looks at the plugins again when somebody has changed the config or the lock file, or another replica has. Keeps the store tidy meanwhile. Returns what ends that. */
export function followPlugins(options: {
  readonly live: LivePlugins
  readonly config: Config
  readonly installed: Pick<InstalledPlugins, 'lockFile' | 'tidy'>
  readonly listener: Listener
  readonly instanceId: string
  readonly log: Logger
}): () => Promise<void> {
  const { live, config, installed, listener, instanceId, log } = options
  const refresh = () => void live.refresh()
  const watcher = createFileWatcher({ onChange: refresh, onProblem: message => log.warn(message) })
  watcher.update([installed.lockFile])
  config.watch(log, refresh)
  // A folder on a network tells nobody of its changes. The first gap is the connection itself.
  let isConnected = false
  const stopListening = listener.on(channel, {
    onMessage: from => from !== instanceId && refresh(),
    onGap() {
      if (isConnected) refresh()
      isConnected = true
    },
  })
  async function tidy(): Promise<void> {
    try {
      const removed = await installed.tidy(live.digests())
      if (removed.length > 0) log.info({ removed: removed.length }, 'versions of plugins that nobody has used for a week were removed')
    } catch (error) {
      log.warn({ error }, `versions of plugins that nobody uses could not be removed: ${problemText(error)}`)
    }
  }
  void tidy()
  const timer = setInterval(() => void tidy(), tidyEveryMs).unref()
  return () => {
    stopListening()
    watcher.close()
    clearInterval(timer)
    return live.close()
  }
}

/** Has the other replicas look again. */
export async function tellReplicas(database: Database, instanceId: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${instanceId})`.execute(database.forSchema('core'))
}
