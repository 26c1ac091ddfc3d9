import { defineApiRef } from '../apis/api-ref.ts'
import type { Icon, NamedIcons } from './icon-names.ts'

export interface Icons {
  /** The icon that the app, a plugin or the portal has under a name. */
  get(name: string): Icon | undefined
}

export const iconsApiRef = defineApiRef<Icons>({ id: 'core.icons', description: 'Icons by name' })

/** The icons of a portal: those of earlier sets win. */
export function createIcons(sets: readonly (NamedIcons | undefined)[]): Icons {
  const icons = new Map<string, Icon>()
  for (const [name, icon] of sets.toReversed().flatMap(set => Object.entries(set ?? {}))) icons.set(name, icon)
  return { get: name => icons.get(name) }
}
