import { defineSlot, type Text } from '@portico/core/web'
import type { ComponentType, ReactNode } from 'react'

/** A tab of the settings page. */
export interface SettingsTab {
  /** Below `/settings`: `/notifications`. */
  readonly path: string
  readonly title: Text
  readonly icon?: ReactNode
  /** What is in it; it brings its own `<Content>`. */
  readonly View: ComponentType
}

/** More tabs on the settings page, after its own. */
export const settingsTabs = defineSlot<SettingsTab>('user-settings.tabs')
