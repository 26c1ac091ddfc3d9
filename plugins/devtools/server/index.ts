import { defineServerPlugin } from '@portico/core/server'
import { devtoolsApi, readPerformancePermission, readProblemsPermission, triggerTaskPermission } from '@portico/devtools/common'
import { toPerformance } from './performance.ts'
import { toTask } from './task.ts'

/** Shows operators the state of the server, and triggers scheduled tasks. */
export const devtoolsPlugin = defineServerPlugin({
  id: 'devtools',
  permissions: { permissions: [readPerformancePermission, readProblemsPermission, triggerTaskPermission] },
  setup({ implement, server: { inspection }, security: { audit } }) {
    function configChanges() {
      const { inForce, needsRestart } = inspection.configChanges()
      return { inForce: [...inForce], needsRestart: [...needsRestart] }
    }
    implement(devtoolsApi, {
      getSystem: () => ({
        version: inspection.version,
        instanceId: inspection.instanceId,
        startedAt: inspection.startedAt.toISOString(),
        plugins: inspection.plugins().map(plugin => ({ ...plugin, uses: [...plugin.uses], provides: [...plugin.provides] })),
        configWarnings: [...inspection.configWarnings()],
        configChanges: configChanges(),
      }),
      listProblems: async () => ({
        items: (await inspection.problems()).map(report => ({ ...report, items: [...report.items] })),
      }),
      getPerformance: async () => toPerformance(await inspection.performance()),
      explainStatement: async ({ params }) => ({ plan: await inspection.explainStatement(params.id) }),
      listTasks: async () => ({ items: (await inspection.tasks()).map(toTask) }),
      triggerTask: async ({ params, caller, request }) => {
        await inspection.triggerTask(params.plugin, params.task)
        await audit.record({
          caller,
          action: 'devtools.task.trigger',
          subject: `${params.plugin}:${params.task}`,
          result: 'success',
          requestId: request.id,
        })
      },
    })
  },
})
