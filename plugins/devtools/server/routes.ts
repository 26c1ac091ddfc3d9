import type { Audit, Handlers, Inspection } from '@portico/core/server'
import type { devtoolsApi } from '@portico/devtools/common'
import { toPerformance } from './performance.ts'
import { pluginRoutes } from './plugins.ts'
import { toPluginState } from './plugin-state.ts'
import { toTask } from './task.ts'
import type { Updates } from './updates/updates.ts'

interface RouteDependencies {
  readonly inspection: Inspection
  readonly audit: Audit
  readonly updates: Pick<Updates, 'state'>
}

/** The routes of the system page. */
export function devtoolsRoutes({ inspection, audit, updates }: RouteDependencies): Handlers<typeof devtoolsApi> {
  function configChanges() {
    const { inForce, needsRestart } = inspection.configChanges()
    return { inForce: [...inForce], needsRestart: [...needsRestart] }
  }
  async function pluginChanges() {
    const { waiting, switchable, revertible } = await inspection.outside.changes()
    return { waitingPlugins: [...waiting], switchablePlugins: [...switchable], revertiblePlugins: [...revertible] }
  }
  return {
    ...pluginRoutes({ inspection, audit }),
    getSystem: async () => ({
      version: inspection.version,
      instanceId: inspection.instanceId,
      startedAt: inspection.startedAt.toISOString(),
      plugins: inspection.plugins().map(toPluginState),
      ...(await pluginChanges()),
      configWarnings: [...inspection.configWarnings()],
      configChanges: configChanges(),
      updates: await updates.state(),
    }),
    listProblems: async () => ({
      items: (await inspection.problems()).map(report => ({ ...report, items: [...report.items] })),
    }),
    getPerformance: async () => toPerformance(await inspection.performance()),
    explainStatement: async ({ params }) => ({ plan: await inspection.explainStatement(params.id) }),
    listTasks: async () => ({ items: (await inspection.tasks()).map(toTask) }),
    async triggerTask({ params, caller, request }) {
      await inspection.triggerTask(params.plugin, params.task)
      await audit.record({
        caller,
        action: 'devtools.task.trigger',
        subject: `${params.plugin}:${params.task}`,
        result: 'success',
        requestId: request.id,
      })
    },
  }
}
