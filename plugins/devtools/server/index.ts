import { defineServerPlugin } from '@portico/core/server'
import {
  devtoolsApi,
  managePluginsPermission,
  readPerformancePermission,
  readProblemsPermission,
  triggerTaskPermission,
} from '@portico/devtools/common'
import { devtoolsRoutes } from './routes.ts'

/** Shows operators the state of the server, and triggers scheduled tasks. */
export const devtoolsPlugin = defineServerPlugin({
  id: 'devtools',
  permissions: { permissions: [managePluginsPermission, readPerformancePermission, readProblemsPermission, triggerTaskPermission] },
  setup({ implement, server: { inspection }, security: { audit } }) {
    implement(devtoolsApi, devtoolsRoutes({ inspection, audit }))
  },
})
