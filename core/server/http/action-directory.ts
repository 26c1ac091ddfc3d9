import { notFoundError } from '@portico/core/common'
import type { ActionDirectory, OwnActions } from './actions.ts'

/** The actions of the plugins of this server, while their plugins have not failed. */
export function createActionDirectory(isFailed: (pluginId: string) => boolean): ActionDirectory & {
  add(pluginId: string, actions: OwnActions): void
  /** Those of a plugin that has ended. */
  drop(pluginId: string): void
} {
  const byPlugin = new Map<string, OwnActions>()
  return {
    add: (pluginId, actions) => void byPlugin.set(pluginId, actions),
    drop: pluginId => void byPlugin.delete(pluginId),
    async list() {
      const working = [...byPlugin].filter(([pluginId]) => !isFailed(pluginId))
      return (await Promise.all(working.map(([, actions]) => actions.list()))).flat()
    },
    async invoke(id, input, caller, options) {
      const pluginId = id.slice(0, Math.max(0, id.indexOf(':')))
      const actions = isFailed(pluginId) ? undefined : byPlugin.get(pluginId)
      if (!actions) throw notFoundError(`There is no action '${id}'`, { code: 'core.action-not-found' })
      return actions.invoke(id, input, caller, options)
    },
  }
}
