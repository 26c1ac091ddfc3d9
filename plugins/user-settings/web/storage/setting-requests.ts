import { AppError } from '@portico/core/common'
import type { Client, Stored } from '@portico/core/web'
import { userSettingsApi } from '@portico/user-settings/common'
import { absent, type Place } from './local-copies.ts'

/** As many as the server takes at once. */
const keysPerRead = 100

type Answer = (stored: Stored<unknown> | undefined) => void

/** Reads and writes values at the server. What is read in one moment is one request. */
export function createSettingRequests(client: Client) {
  let wanted: { readonly place: Place; readonly answer: Answer }[] = []

  async function readAll(part: typeof wanted): Promise<void> {
    try {
      const { items } = await client.call(userSettingsApi.multiget, { body: { items: part.map(({ place }) => toWire(place)) } })
      part.forEach(({ answer }, index) => answer(items[index] ? { presence: 'present', value: items[index].value } : absent))
    } catch {
      // Whoever is away now is asked again when there is word of it.
      for (const { answer } of part) answer(undefined)
    }
  }

  function flush(): void {
    const all = wanted
    wanted = []
    for (let at = 0; at < all.length; at += keysPerRead) void readAll(all.slice(at, at + keysPerRead))
  }

  return {
    /** Hears undefined when the server could not tell. */
    read(place: Place, answer: Answer): void {
      if (wanted.push({ place, answer }) === 1) setTimeout(flush)
    },
    async write(place: Place, stored: Stored<unknown>): Promise<void> {
      const { bucket, key } = toWire(place)
      const params = { bucket, rest: key }
      if (stored.presence === 'present') await client.call(userSettingsApi.putSetting, { params, body: { value: stored.value } })
      else await client.call(userSettingsApi.deleteSetting, { params })
    },
  }
}

export type SettingRequests = ReturnType<typeof createSettingRequests>

function toWire({ names, key }: Place) {
  return { bucket: ['default', ...names].join('.'), key }
}

/** The place that a bucket and key of the wire mean; undefined for those of other programs. */
export function toPlace({ bucket, key }: { readonly bucket: string; readonly key: string }): Place | undefined {
  const [first, ...names] = bucket.split('.')
  return first === 'default' && names.length > 0 ? { names, key } : undefined
}

/** Whether it is worth trying later: nobody answered, too many at once, or the session has to be renewed first. */
export function isLater(error: unknown): boolean {
  return !(error instanceof AppError) || error.status >= 500 || error.status === 429 || error.status === 401
}
