import type { Signals } from '@portico/signals/server'
import { SettingId, settingLimits, settingsChannel, type Setting, type SettingSignal } from '@portico/user-settings/common'
import { settingIdInvalid, settingNotFound, tooManySettings, valueTooLarge } from '../errors.ts'
import type { SettingStore } from './setting-store.ts'

export type Settings = ReturnType<typeof createSettings>

/** The settings of users. Every change is signalled to the user's open pages. */
export function createSettings({ store, signals }: { readonly store: SettingStore; readonly signals: Signals }) {
  function publish(user: string, type: SettingSignal['type'], id: SettingId) {
    const message: SettingSignal = { type, ...id }
    return (transaction: Parameters<Parameters<SettingStore['remove']>[2]>[0]) =>
      signals.publish({ recipients: { type: 'user', entityRef: user }, channel: settingsChannel, message }, { within: transaction })
  }

  return {
    async get(user: string, given: SettingId): Promise<Setting> {
      const id = checkSettingId(given)
      const value = await store.find(user, id)
      if (value === undefined) throw settingNotFound(id.bucket, id.key)
      return { ...id, value: JSON.parse(value) }
    },

    async getMany(user: string, ids: readonly SettingId[]): Promise<({ value: unknown } | null)[]> {
      const values = await store.findMany(user, ids)
      return values.map(value => (value === undefined ? null : { value: JSON.parse(value) }))
    },

    async put(user: string, given: SettingId, value: unknown): Promise<Setting> {
      const id = checkSettingId(given)
      const json = JSON.stringify(value)
      const bytes = Buffer.byteLength(json)
      if (bytes > settingLimits.valueBytes) throw valueTooLarge(bytes, settingLimits.valueBytes)
      const options = { max: settingLimits.keysPerUser, alongside: publish(user, 'key-changed', id) }
      if (!(await store.put(user, id, json, options))) throw tooManySettings(settingLimits.keysPerUser)
      return { ...id, value }
    },

    async remove(user: string, given: SettingId): Promise<void> {
      const id = checkSettingId(given)
      await store.remove(user, id, publish(user, 'key-deleted', id))
    },
  }
}

/** Bucket and key come from the address, which no schema has validated. */
function checkSettingId(given: SettingId): SettingId {
  const id = SettingId.safeParse(given)
  if (id.success) return id.data
  const [issue] = id.error.issues
  throw settingIdInvalid(`The ${issue?.path.join('.')} is not a valid name: ${issue?.message}`)
}
