import type { ConditionalDecision, Permission } from '@portico/core/common'
import { whichMeet } from './conditions.ts'
import type { PermissionDeclarations, PermissionRule, ResourceLoader } from './permission-rule.ts'

/** What one plugin declares about permissions. */
export interface DeclaredPermissions {
  readonly pluginId: string
  readonly permissions: readonly Permission[]
  readonly rules: readonly PermissionRule[]
}

/** What all plugins declare about permissions, and how conditions are applied to their resources. */
export interface PermissionDirectory {
  readonly declared: readonly DeclaredPermissions[]
  /** Which of the resources meet a decision's conditions, decided by the plugin that owns them. A resource without a loader meets none. */
  whichMeet(decision: ConditionalDecision, refs: readonly string[]): Promise<readonly boolean[]>
}

/** The declarations of plugins, as far as they are known without setup. */
export function declaredPermissions(
  plugins: readonly { readonly id: string; readonly permissions?: PermissionDeclarations }[],
): DeclaredPermissions[] {
  return plugins.flatMap(({ id, permissions }) =>
    permissions ? [{ pluginId: id, permissions: permissions.permissions, rules: permissions.rules ?? [] }] : [],
  )
}

/** The directory of a server. Plugins add their loaders to it while they are set up. */
export function createPermissionDirectory(plugins: Parameters<typeof declaredPermissions>[0]) {
  const declared = declaredPermissions(plugins)
  const loadersByPlugin = new Map<string, Map<string, ResourceLoader>>()

  return {
    declared,

    /** The loaders of one plugin, by resource type. */
    loadersOf(pluginId: string): Map<string, ResourceLoader> {
      const loaders = loadersByPlugin.get(pluginId) ?? new Map<string, ResourceLoader>()
      loadersByPlugin.set(pluginId, loaders)
      return loaders
    },

    async whichMeet({ pluginId, resourceType, conditions }: ConditionalDecision, refs: readonly string[]): Promise<readonly boolean[]> {
      const load = loadersByPlugin.get(pluginId)?.get(resourceType)
      if (!load) return refs.map(() => false)
      return whichMeet(conditions, refs, load, declared.find(each => each.pluginId === pluginId)?.rules ?? [])
    },
  } satisfies PermissionDirectory & { loadersOf: unknown }
}
