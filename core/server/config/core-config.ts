import { extensionsSection, organizationSection, type ExtensionConfig } from '@portico/core/common'
import { z } from 'zod'
import type { PluginMetadata } from '../host/plugin-metadata.ts'
import type { Config, ConfigCheck, ConfigDeclarations } from './open.ts'
import { isExposed, type GuestAccess } from './reach.ts'
import { AppSection } from './sections/app-section.ts'
import { authSections, permissionSections } from './sections/auth-sections.ts'
import { BackendSection } from './sections/backend-section.ts'
import { frontendSections } from './schema.ts'
import { DiscoverySection } from './sections/discovery-section.ts'
import { PluginsSection } from './sections/plugins-section.ts'
import type { SectionClaim } from './validate.ts'

/** The sections that the core reads itself. */
export const coreSections = {
  app: AppSection,
  backend: BackendSection,
  discovery: DiscoverySection,
  plugins: PluginsSection,
  ...frontendSections(extensionsSection, organizationSection),
  ...permissionSections,
  ...authSections,
}

export type CoreSections = typeof coreSections
/** What the core reads, by section: `core['backend'].listen.port`. */
export type CoreConfig = { readonly [K in keyof CoreSections]: z.output<CoreSections[K]> }

/** Every section that the core and the given plugins read. */
export function sectionClaims(plugins: readonly PluginMetadata[], own: Readonly<Record<string, z.ZodType>> = coreSections): SectionClaim[] {
  const owned = (owner: string, sections: Readonly<Record<string, z.ZodType>>) =>
    Object.entries(sections).map(([section, schema]) => ({ owner, section, schema }))
  return [...owned('core', own), ...plugins.flatMap(plugin => owned(plugin.id, (plugin.config ?? {}) as Record<string, z.ZodType>))]
}

/** Everything that the core and the given plugins declare about the config. The sections of plugins that are off stay known, and hold anything. */
export function configDeclarations({
  plugins,
  resting,
  outside,
}: {
  readonly plugins: readonly PluginMetadata[]
  readonly resting: readonly PluginMetadata[]
  readonly outside: ReadonlyMap<string, unknown>
}): ConfigDeclarations {
  const unused = sectionClaims(resting, {}).map(claim => ({ ...claim, schema: z.union([claim.schema, z.unknown().optional()]) }))
  return {
    sections: [...sectionClaims(plugins), ...unused],
    extensions: extensionConfigs(plugins),
    checks: [guestCheck(plugins)],
    outside: [...outside.keys()],
  }
}

/** The settings of extensions that the given plugins declare. */
function extensionConfigs(plugins: readonly PluginMetadata[]): ExtensionConfig[] {
  return plugins.flatMap(({ extensions = [] }) => extensions)
}

/** How people can sign in to the portal without credentials. */
export function guestAccessOf(
  plugins: readonly PluginMetadata[],
  { get, isWritten, mistakesOf }: Parameters<ConfigCheck>[0],
): GuestAccess | undefined {
  for (const { id, guestAccess } of plugins) {
    // A plugin whose config has mistakes lets nobody in.
    const guests = mistakesOf(id).length > 0 ? undefined : guestAccess?.(get, isWritten)
    if (guests) return guests
  }
  return undefined
}

/** A portal that others can reach lets nobody in without credentials, unless the config says so in as many words; then operators are told. */
function guestCheck(plugins: readonly PluginMetadata[]): ConfigCheck {
  return config => {
    const guests = guestAccessOf(plugins, config)
    if (!guests || !isExposed(readCoreConfig(config), guests)) return {}
    return {
      mistakes: guests.mistake === undefined ? [] : [guests.mistake],
      warnings: guests.warning === undefined ? [] : [guests.warning],
    }
  }
}

/** The core's own sections of an opened config, with their types. */
export function readCoreConfig(config: { get(section: string): unknown }): CoreConfig {
  return Object.fromEntries(Object.keys(coreSections).map(section => [section, config.get(section)])) as CoreConfig
}

/** Keys that are read with every page load, or by the server whenever it needs them: their changes are in force at once. */
const followed: Readonly<Partial<Record<keyof CoreSections, readonly string[]>>> = {
  app: ['title', 'support', 'branding', 'sidebar', 'routes'],
  'app.extensions': [],
  // Plugins from outside come and go; those of ours wait for a restart, which the system page says.
  plugins: [],
  organization: ['name'],
  'auth.autoSignIn': [],
  'permission.enabled': [],
  'permission.EXPERIMENTAL_enableBatchedRequests': [],
  'auth.autologout': ['enabled', 'idleTimeoutMinutes', 'promptBeforeIdleSeconds', 'logoutIfDisconnected'],
}

/** Says which keys of the core need no restart. */
export function followCoreConfig(config: Pick<Config, 'onChange'>): void {
  for (const [section, keys] of Object.entries(followed)) config.onChange(section, () => {}, keys.length > 0 ? keys : undefined)
}
