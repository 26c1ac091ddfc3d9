import { defineApiRef } from '../apis/api-ref.ts'
import type { Icon, NamedIcons } from './icon-names.ts'

export interface IconsApi {
  /** An icon that the app or a plugin has under a name; those that come with the portal are loaded when first shown. */
  get(name: string): Icon | undefined
}

export const iconsApiRef = defineApiRef<IconsApi>({ id: 'core.icons', description: 'Icons by name' })

/** The icons of a portal: the app's win over those of plugins, the first plugin's over later ones. */
export function createIcons(sets: readonly (NamedIcons | undefined)[]): IconsApi {
  const icons = new Map<string, Icon>()
  for (const [name, icon] of sets.toReversed().flatMap(set => Object.entries(set ?? {}))) icons.set(name, icon)
  return { get: name => icons.get(name) }
}
