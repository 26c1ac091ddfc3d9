import { catalogPast, catalogService } from '@portico/catalog/server'
import { defineServerPlugin, optional } from '@portico/core/server'
import { agentsPast } from '@portico/mcp-actions/server'
import { notificationRecords } from '@portico/notifications/server'
import { scaffolderRuns } from '@portico/scaffolder/server'
import { scorecardsPast } from '@portico/scorecards/server'
import { startingSettingsService } from '@portico/user-settings/server'
import path from 'node:path'
import { exampleToolsSections } from './config.ts'

/** The tools that the example organisation uses, on loopback, and the month before: only where the config has the section `exampleTools`. */
export const exampleToolsPlugin = defineServerPlugin({
  id: 'example-tools',
  config: exampleToolsSections,
  uses: {
    catalog: catalogService,
    past: catalogPast,
    records: notificationRecords,
    runs: scaffolderRuns,
    agents: optional(agentsPast),
    scores: optional(scorecardsPast),
    starting: startingSettingsService,
  },
  async setup(core, services) {
    const { exampleTools } = core.config
    if (!exampleTools) return
    const [{ startTools }, { openLife }] = await Promise.all([import('./start-tools.ts'), import('./life/open-life.ts')])
    const folder = path.join(core.server.dataFolder, 'example-tools')
    const tools = await startTools({ port: exampleTools.port, folder, log: core.log })
    core.onStop(tools.stop)
    openLife(core, { ...services, host: `127.0.0.1:${tools.port}` })
  },
})
