import { configAt, toAppError, type ConfigReader } from '@portico/core/common'
import type { Fetch } from '@portico/core/web'

/** A provider as the server lists it. */
export interface ListedProvider {
  readonly id: string
  readonly title: string
  readonly kind: string
  readonly signsIn: boolean
}

/**
 * Asks the server which providers are configured; once, unless that failed. Not by the contract: its schemas would be a fifth of what
 * the first screen of the portal has to load.
 */
export function createListedProviders({ fetch, config }: { readonly fetch: Fetch; readonly config: ConfigReader }) {
  let asked: Promise<readonly ListedProvider[]> | undefined

  async function ask(): Promise<readonly ListedProvider[]> {
    const environment = config.getOptionalString('auth.environment') ?? 'development'
    const response = await fetch(`plugin://auth/v1/providers?env=${encodeURIComponent(environment)}`)
    const body: unknown = await response.json().catch(() => undefined)
    if (!response.ok) throw toAppError(response.status, body, response.statusText)
    const providers = configAt(body, ['providers'])
    return Array.isArray(providers) ? providers.filter(isListed) : []
  }

  return (): Promise<readonly ListedProvider[]> => {
    asked ??= ask().catch((error: unknown) => {
      asked = undefined
      throw error
    })
    return asked
  }
}

function isListed(value: unknown): value is ListedProvider {
  const at = (key: string) => typeof configAt(value, [key])
  return at('id') === 'string' && at('title') === 'string' && at('kind') === 'string' && at('signsIn') === 'boolean'
}
