import { defineServerPlugin } from '@portico/core/server'
import {
  devtoolsApi,
  managePluginsPermission,
  readPerformancePermission,
  readProblemsPermission,
  triggerTaskPermission,
} from '@portico/devtools/common'
import { devtoolsSections } from './config.ts'
import { migrations } from './migrations/index.ts'
import { devtoolsRoutes } from './routes.ts'
import { createNewestVersionStore } from './updates/newest-version-store.ts'
import { createUpdates } from './updates/updates.ts'

/** Shows operators the state of the server, and triggers scheduled tasks. */
export const devtoolsPlugin = defineServerPlugin({
  id: 'devtools',
  config: devtoolsSections,
  migrations,
  permissions: { permissions: [managePluginsPermission, readPerformancePermission, readProblemsPermission, triggerTaskPermission] },
  setup({ config, db, implement, server: { inspection }, security: { audit }, work: { scheduler } }) {
    const { registry, package: packageName } = config['devtools.updates']
    const { version } = inspection
    const updates = createUpdates({ store: createNewestVersionStore(db), version, registry, packageName })
    if (updates.isOn)
      scheduler.schedule({
        id: 'look-for-updates',
        description: 'Asks the registry of the config whether there is a newer version',
        frequency: { hours: 24 },
        timeout: { minutes: 1 },
        run: updates.ask,
      })
    implement(devtoolsApi, devtoolsRoutes({ inspection, audit, updates }))
  },
})
