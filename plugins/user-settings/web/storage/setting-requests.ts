import { AppError } from '@portico/core/common'
import type { Client, Stored } from '@portico/core/web'
import { userSettingsApi, type Setting } from '@portico/user-settings/common'
import { absent, type SettingPath } from './local-copies.ts'

/** As many as the server takes at once. */
const keysPerRead = 100

type Answer = (stored: Stored<unknown> | undefined) => void

/** Reads and writes values at the server. Reads within one task are batched into one request. */
export function createSettingRequests(client: Client) {
  let starting: Promise<readonly Setting[]> | undefined
  let wanted: { readonly path: SettingPath; readonly answer: Answer }[] = []

  async function readAll(part: typeof wanted): Promise<void> {
    try {
      const { items } = await client.call(userSettingsApi.multiget, { body: { items: part.map(({ path }) => toWire(path)) } })
      part.forEach(({ answer }, index) => answer(items[index] ? { presence: 'present', value: items[index].value } : absent))
    } catch {
      // Read again by the next refresh.
      for (const { answer } of part) answer(undefined)
    }
  }

  function flush(): void {
    const all = wanted
    wanted = []
    for (let at = 0; at < all.length; at += keysPerRead) void readAll(all.slice(at, at + keysPerRead))
  }

  return {
    /** What the browser of a guest begins with; all values are asked for at once, and once for each page load. */
    async readStarting(path: SettingPath): Promise<Stored<unknown>> {
      starting ??= client.call(userSettingsApi.listStartingSettings).then(
        ({ items }) => items,
        () => [],
      )
      const { bucket, key } = toWire(path)
      const found = (await starting).find(each => each.bucket === bucket && each.key === key)
      return found ? { presence: 'present', value: found.value } : absent
    },
    /** `answer` is called with undefined when the request failed. */
    read(path: SettingPath, answer: Answer): void {
      if (wanted.push({ path, answer }) === 1) setTimeout(flush)
    },
    async write(path: SettingPath, stored: Stored<unknown>): Promise<void> {
      const { bucket, key } = toWire(path)
      const params = { bucket, rest: key }
      if (stored.presence === 'present') await client.call(userSettingsApi.putSetting, { params, body: { value: stored.value } })
      else await client.call(userSettingsApi.deleteSetting, { params })
    },
  }
}

export type SettingRequests = ReturnType<typeof createSettingRequests>

function toWire({ names, key }: SettingPath) {
  return { bucket: ['default', ...names].join('.'), key }
}

/** The path for a bucket and key of the wire; undefined for those of other programs. */
export function toSettingPath({ bucket, key }: { readonly bucket: string; readonly key: string }): SettingPath | undefined {
  const [first, ...names] = bucket.split('.')
  return first === 'default' && names.length > 0 ? { names, key } : undefined
}

/** Whether a retry can succeed: the server did not answer, was overloaded, or the session has to be renewed first. */
export function isRetryable(error: unknown): boolean {
  return !(error instanceof AppError) || error.status >= 500 || error.status === 429 || error.status === 401
}
