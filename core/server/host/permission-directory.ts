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
  /** Another list when plugins have come or gone. */
  readonly declared: readonly DeclaredPermissions[]
  /** A declared permission by its name, with its plugin. */
  find(name: string): { readonly pluginId: string; readonly permission: Permission } | undefined
  /** Runs when the list has changed. Returns the function that unsubscribes. */
  onChange(run: () => void): () => void
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
  let declared = declaredPermissions(plugins)
  let byName = indexed(declared)
  const listeners = new Set<() => void>()
  const loadersByPlugin = new Map<string, Map<string, ResourceLoader>>()

  return {
    get declared() {
      return declared
    },
    find: (name: string) => byName.get(name),
    onChange(run: () => void): () => void {
      listeners.add(run)
      return () => void listeners.delete(run)
    },
    /** From now on these are the plugins. */
    setPlugins(next: typeof plugins): void {
      declared = declaredPermissions(next)
      byName = indexed(declared)
      for (const run of listeners) run()
    },

    /** The loaders of one plugin, by resource type. */
    loadersOf(pluginId: string): Map<string, ResourceLoader> {
      const loaders = loadersByPlugin.get(pluginId) ?? new Map<string, ResourceLoader>()
      loadersByPlugin.set(pluginId, loaders)
      return loaders
    },

    /** Drops the loaders of a plugin that has ended. */
    drop: (pluginId: string) => void loadersByPlugin.delete(pluginId),

    async whichMeet({ pluginId, resourceType, conditions }: ConditionalDecision, refs: readonly string[]): Promise<readonly boolean[]> {
      const load = loadersByPlugin.get(pluginId)?.get(resourceType)
      if (!load) return refs.map(() => false)
      return whichMeet(conditions, refs, load, declared.find(each => each.pluginId === pluginId)?.rules ?? [])
    },
  } satisfies PermissionDirectory & Readonly<Record<'loadersOf' | 'setPlugins' | 'drop', unknown>>
}

function indexed(declared: readonly DeclaredPermissions[]) {
  return new Map(
    declared.flatMap(({ pluginId, permissions }) => permissions.map(each => [each.name, { pluginId, permission: each }] as const)),
  )
}
