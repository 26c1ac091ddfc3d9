import { checkFlagName } from '../feature-flags.ts'
import { coreSlots } from '../core-slots.ts'
import { checkProviders } from '../apis/api-registry.ts'
import { checkPlugins, type WebPlugin } from '../plugin.ts'
import type { BrowserConfig } from '../config.ts'
import { resolveBindings, type RouteBinding } from '../routes/route-bindings.ts'
import { createRouteResolver } from '../routes/route-resolver.ts'
import { createExtensions } from '../slots/extensions.ts'

/** Refuses plugins that do not go together: one id, path, route, slot, filling or API twice, or a link that leads nowhere. */
export function checkComposition(
  plugins: readonly WebPlugin[],
  given: { readonly bindings: readonly RouteBinding[]; readonly config: BrowserConfig; readonly absent: readonly string[] },
): void {
  checkPlugins(plugins)
  for (const { name } of plugins.flatMap(({ featureFlags = [] }) => featureFlags)) checkFlagName(name)
  createRouteResolver(plugins, resolveBindings({ plugins, ...given }))
  createExtensions({ plugins: [coreSlots, ...plugins], config: given.config, onError: () => {} })
  checkProviders(plugins)
}
