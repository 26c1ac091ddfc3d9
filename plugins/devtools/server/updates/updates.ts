import { parseOutsideJson } from '@portico/core/server'
import { createGuardedRequest, refuseStatus } from '@portico/core/server/outbound'
import { z } from 'zod'
import type { NewestVersionStore } from './newest-version-store.ts'
import { isNewer } from './versions.ts'

const timeoutMs = 10_000
const maxBytes = 1_000_000
const Release = z.object({
  version: z
    .string()
    .max(100)
    .regex(/^\d+\.\d+\.\d+/, 'is no version'),
})

/** What is known about newer versions. */
export interface UpdateState {
  readonly askedAt?: string
  /** Only one that is newer than the one that runs. */
  readonly newer?: string
  readonly failure?: string
}

/** Asks the registry that the config names. Without one there is nothing to ask, and nothing to tell. */
export function createUpdates(dependencies: {
  readonly store: NewestVersionStore
  readonly version: string
  readonly registry: string | undefined
  readonly packageName: string
}) {
  const { store, version, registry, packageName } = dependencies
  const address = registry === undefined ? undefined : new URL(`${registry.replace(/\/$/, '')}/${packageName.replace('/', '%2f')}/latest`)

  async function newestIn(url: URL, signal: AbortSignal): Promise<string> {
    const request = createGuardedRequest({ allow: [{ host: url.host }], timeoutMs, maxBytes })
    const { answer } = await request(url, { headers: () => ({ accept: 'application/json' }), signal })
    refuseStatus(answer, url.href)
    return Release.parse(parseOutsideJson(String(answer.bytes))).version
  }

  return {
    isOn: address !== undefined,
    /** A registry that does not answer is no failure of the portal: the System page tells it, and nothing else happens. */
    async ask(signal: AbortSignal): Promise<void> {
      if (!address) return
      try {
        await store.put(address.href, { version: await newestIn(address, signal) })
      } catch (error) {
        if (signal.aborted) throw error
        const reason = error instanceof z.ZodError ? 'the answer names no version' : error instanceof Error ? error.message : String(error)
        await store.put(address.href, { failure: reason.slice(0, 500) })
      }
    },
    /** Undefined where nobody is asked. */
    async state(): Promise<UpdateState | undefined> {
      if (!address) return undefined
      const { askedAt, version: newest, failure } = (await store.find(address.href)) ?? {}
      return {
        ...(askedAt && { askedAt: askedAt.toISOString() }),
        ...(newest !== undefined && isNewer(newest, version) && { newer: newest }),
        ...(failure !== undefined && { failure }),
      }
    },
  }
}

export type Updates = ReturnType<typeof createUpdates>
