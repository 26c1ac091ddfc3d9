import { z } from 'zod'

/** The limits of one user: enough for the settings of pages, too little for a file store. */
export const settingLimits = {
  bucketLength: 255,
  keyLength: 500,
  valueBytes: 64_000,
  keysPerUser: 2_000,
  keysPerRead: 100,
  startingKeys: 20,
} as const

// PostgreSQL stores no NUL in a text, and neither bucket nor key needs one.
const name = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .refine(text => !text.includes('\0'), 'must not contain NUL')

export const BucketName = name(settingLimits.bucketLength)
export const KeyName = name(settingLimits.keyLength)

/** What identifies a value of a user. Keys may hold slashes. */
export const SettingId = z.object({ bucket: BucketName, key: KeyName })
export type SettingId = z.output<typeof SettingId>

/** One value of one user, as JSON. */
export const Setting = z.object({ bucket: z.string(), key: z.string(), value: z.unknown() })
export type Setting = z.output<typeof Setting>

/** What the browsers of guests begin with. */
export const StartingSettings = z.object({ items: z.array(Setting) })

/** The channel of signals about a user's values. */
export const settingsChannel = 'user-settings'

/** The signal that one of the user's values has changed, on any device. */
export const SettingSignal = z.object({ type: z.enum(['key-changed', 'key-deleted']), bucket: z.string(), key: z.string() })
export type SettingSignal = z.output<typeof SettingSignal>
