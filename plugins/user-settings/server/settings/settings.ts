import type { Events } from '@portico/core/server'
import { SettingPlace, settingLimits, type Setting, type SettingSignal } from '@portico/user-settings/common'
import { placeInvalid, settingNotFound, tooManySettings, valueTooLarge } from '../errors.ts'
import { settingChanged, type SettingChange } from './setting-streams.ts'
import type { SettingStore } from './setting-store.ts'

/** The settings of users. Every change is published to the open streams, on any server. */
export function createSettings({ store, events }: { readonly store: SettingStore; readonly events: Pick<Events, 'publish'> }) {
  function tell(user: string, type: SettingSignal['type'], place: SettingPlace) {
    const change: SettingChange = { user, type, ...place }
    return (transaction: Parameters<Parameters<SettingStore['remove']>[2]>[0]) =>
      events.publish(settingChanged, change, { within: transaction })
  }

  return {
    async get(user: string, given: SettingPlace): Promise<Setting> {
      const place = checkPlace(given)
      const value = await store.find(user, place)
      if (value === undefined) throw settingNotFound(place.bucket, place.key)
      return { ...place, value: JSON.parse(value) }
    },

    async getMany(user: string, places: readonly SettingPlace[]): Promise<({ value: unknown } | null)[]> {
      const values = await store.findMany(user, places)
      return values.map(value => (value === undefined ? null : { value: JSON.parse(value) }))
    },

    async put(user: string, given: SettingPlace, value: unknown): Promise<Setting> {
      const place = checkPlace(given)
      const json = JSON.stringify(value)
      const bytes = Buffer.byteLength(json)
      if (bytes > settingLimits.valueBytes) throw valueTooLarge(bytes, settingLimits.valueBytes)
      const options = { max: settingLimits.keysPerUser, alongside: tell(user, 'key-changed', place) }
      if (!(await store.put(user, place, json, options))) throw tooManySettings(settingLimits.keysPerUser)
      return { ...place, value }
    },

    async remove(user: string, given: SettingPlace): Promise<void> {
      const place = checkPlace(given)
      await store.remove(user, place, tell(user, 'key-deleted', place))
    },
  }
}

/** Bucket and key come from the address, which no schema has looked at. */
function checkPlace(given: SettingPlace): SettingPlace {
  const place = SettingPlace.safeParse(given)
  if (place.success) return place.data
  const [issue] = place.error.issues
  throw placeInvalid(`The ${issue?.path.join('.')} is not a valid name: ${issue?.message}`)
}
