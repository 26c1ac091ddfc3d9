import { autocompleteUnknown } from '../errors.ts'

export interface AutocompleteResult {
  readonly id: string
  readonly title?: string
}

/** What one kind of host can be asked, with a token of the user. */
export interface AutocompleteProvider {
  readonly id: string
  readonly resources: Readonly<Record<string, AutocompleteResource>>
}

export interface AutocompleteResource {
  /** What the context must hold. */
  readonly needs: readonly string[]
  readonly list: (request: {
    readonly token: string
    readonly context: Readonly<Record<string, string>>
    readonly signal: AbortSignal
  }) => Promise<readonly AutocompleteResult[]>
}

/** What hosts have, for the fields of a form. */
export function createAutocomplete(providers: readonly AutocompleteProvider[]) {
  const known = new Map(providers.map(provider => [provider.id, provider]))
  return {
    add(provider: AutocompleteProvider): () => void {
      if (known.has(provider.id)) throw new Error(`The autocomplete provider '${provider.id}' is added twice`)
      known.set(provider.id, provider)
      return () => void known.delete(provider.id)
    },
    async complete(request: {
      readonly provider: string
      readonly resource: string
      readonly token: string
      readonly context: Readonly<Record<string, string>>
      readonly signal: AbortSignal
    }): Promise<AutocompleteResult[]> {
      const provider = known.get(request.provider)
      if (!provider)
        throw autocompleteUnknown(`There is no autocomplete for '${request.provider}'; there is one for ${[...known.keys()].join(', ')}`)
      const resource = Object.hasOwn(provider.resources, request.resource) ? provider.resources[request.resource] : undefined
      if (!resource)
        throw autocompleteUnknown(
          `${provider.id} has no resource '${request.resource}'; it has ${Object.keys(provider.resources).join(', ')}`,
        )
      const missing = resource.needs.filter(name => !request.context[name])
      if (missing.length > 0)
        throw autocompleteUnknown(`The resource '${request.resource}' of ${provider.id} needs ${missing.join(' and ')} in its context`)
      return [...(await resource.list(request))]
    },
  }
}

export type Autocomplete = ReturnType<typeof createAutocomplete>
