import { inputError } from '@portico/core/common'
import type { Audit, AuditEntry, Handlers, Inspection } from '@portico/core/server'
import type { devtoolsApi } from '@portico/devtools/common'

type PluginRoutes = Pick<Handlers<typeof devtoolsApi>, 'installPlugin' | 'rollbackPlugin' | 'enablePlugin'>

/** Changes of plugins from outside by administrators. Each is in the audit trail, also what was refused. */
export function pluginRoutes({ inspection: { outside }, audit }: { readonly inspection: Inspection; readonly audit: Audit }): PluginRoutes {
  async function recorded<T>(entry: Omit<AuditEntry, 'result'>, run: () => Promise<T>): Promise<T> {
    try {
      const value = await run()
      await audit.record({ ...entry, result: 'success' })
      return value
    } catch (error) {
      await audit.record({ ...entry, result: 'failure' })
      throw error
    }
  }
  return {
    installPlugin: ({ body, caller, request }) =>
      recorded({ caller, action: 'devtools.plugin.install', subject: body.package, requestId: request.id }, async () => {
        // Who manages plugins from a browser must not read folders and files of the server by it.
        if (!/^(?:@[\w.-]+\/)?[\w.-]+(?:@[^@/]+)?$/.test(body.package) || /\.t(?:ar\.)?gz$/.test(body.package))
          throw inputError('Here plugins are installed by their name in the registry, such as @acme/radar@1.2.0')
        return outside.install(body.package, body.integrity)
      }),
    rollbackPlugin: ({ params, caller, request }) =>
      recorded({ caller, action: 'devtools.plugin.rollback', subject: params.id, requestId: request.id }, () =>
        outside.rollback(params.id),
      ),
    enablePlugin: ({ params, body, caller, request }) =>
      recorded(
        { caller, action: body.enabled ? 'devtools.plugin.enable' : 'devtools.plugin.disable', subject: params.id, requestId: request.id },
        () => outside.enable(params.id, body.enabled),
      ),
  }
}
