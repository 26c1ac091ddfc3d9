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

/** The user whose settings are shown. */
export interface SettingsContext {
  readonly isGuest: boolean
  /** Whether the portal has access tokens at all. */
  readonly hasAccessTokens: boolean
}

/** Tabs of the settings page. Its own have the orders 10 to 40. */
export const settingsTabs = defineSlot<SettingsTab, SettingsContext>({
  id: 'settings-tab',
  plugin: 'user-settings',
  own: ['general', 'auth-providers', 'feature-flags', 'access-tokens'],
})
