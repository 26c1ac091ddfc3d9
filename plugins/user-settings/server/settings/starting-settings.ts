import { defineService } from '@portico/core/server'
import { settingLimits, type Setting } from '@portico/user-settings/common'
import { tooManySettings, valueTooLarge } from '../errors.ts'
import type { SettingStore } from './setting-store.ts'

/** What the browsers of guests begin with (`userSettings.guests.startingValues`). What a guest changes stays in the browser. */
export interface StartingSettings {
  list(): Promise<Setting[]>
  /** Adds values, or replaces those that have the same bucket and key. Buckets are `default.{name}`. */
  put(settings: readonly Setting[]): Promise<void>
}

export const startingSettingsService = defineService<StartingSettings>('user-settings.starting')

/** No user has this name: refs have a kind. */
const guests = 'guests'

export function createStartingSettings(store: Pick<SettingStore, 'list' | 'put'>): StartingSettings {
  return {
    async list() {
      return (await store.list(guests)).map(({ value, ...id }) => ({ ...id, value: JSON.parse(value) as unknown }))
    },
    async put(settings) {
      for (const { value, ...id } of settings) {
        const json = JSON.stringify(value)
        const bytes = Buffer.byteLength(json)
        if (bytes > settingLimits.valueBytes) throw valueTooLarge(bytes, settingLimits.valueBytes)
        const options = { max: settingLimits.startingKeys, alongside: async () => {} }
        if (!(await store.put(guests, id, json, options))) throw tooManySettings(settingLimits.startingKeys)
      }
    },
  }
}
