import { aboutId, apiDocsApi, definitionPath, type AboutPart, type DefinitionOutline, type Part } from '@portico/api-docs/common'
import { parseEntityRef } from '@portico/catalog/common'
import { useClient, useQuery } from '@portico/core/web'
import { createContext, use, useMemo, type ReactNode } from 'react'
import { createPartLoader } from './part-loader.ts'

/** A part that was asked for. */
export interface PartState {
  readonly part: Part | undefined
  /** The definition has no such part. */
  readonly isMissing: boolean
  readonly error: Error | null
  readonly retry: () => void
}

/** The definition whose page this is. */
export interface Definition {
  readonly entityRef: string
  readonly params: { readonly namespace: string; readonly kind: string; readonly name: string }
  readonly outline: DefinitionOutline
  /** The older version that the address names; undefined: the current one. */
  readonly version: string | undefined
  /** What holds for the whole definition; undefined until it is loaded. */
  readonly about: AboutPart | undefined
  /** The address of an item or a schema, in the same version. */
  readonly hrefOf: (id: string) => string
  /** A hook: loads a part, together with others that are asked for at once. Undefined: none. */
  readonly usePart: (id: string | undefined) => PartState
}

type Loaded = Omit<Definition, 'about'>

const Current = createContext<Loaded | undefined>(undefined)

export interface DefinitionProviderProps {
  readonly entityRef: string
  readonly outline: DefinitionOutline
  readonly version?: string | undefined
  readonly children: ReactNode
}

/** Gives everything inside a definition: views of parts find it by `useDefinition()`. */
export function DefinitionProvider({ entityRef, outline, version, children }: DefinitionProviderProps) {
  const client = useClient()
  const loaded = useMemo((): Loaded => {
    const { namespace, kind, name } = parseEntityRef(entityRef)
    const params = { namespace, kind, name }
    const load = createPartLoader(async ids => {
      const { parts } = await client.call(apiDocsApi.getParts, { params, query: { version: outline.id, id: [...ids] } })
      return parts
    })
    function usePart(id: string | undefined): PartState {
      const { data, error, refetch } = useQuery({
        // Not below the plugin's own key: what never changes is not read again after a call.
        queryKey: ['api-docs.part', entityRef, outline.id, id],
        // A query has no undefined.
        queryFn: async () => (id === undefined ? null : ((await load(id)) ?? null)),
        enabled: id !== undefined,
        staleTime: Infinity,
      })
      return { part: data ?? undefined, isMissing: data === null, error, retry: () => void refetch() }
    }
    const hrefOf = (id: string) => `${definitionPath(entityRef, id)}${version === undefined ? '' : `&${new URLSearchParams({ version })}`}`
    return { entityRef, params, outline, version, hrefOf, usePart }
  }, [client, entityRef, outline, version])
  return <Current value={loaded}>{children}</Current>
}

function useLoaded(): Loaded {
  const loaded = use(Current)
  if (!loaded) throw new Error('A definition is not available here')
  return loaded
}

/** Addresses of items, for links: cheaper than `useDefinition`, which also loads `about`. */
export function useItemHref(): Definition['hrefOf'] {
  return useLoaded().hrefOf
}

/** What the definition holds. */
export function useOutline(): DefinitionOutline {
  return useLoaded().outline
}

/** A part of the definition. Undefined: none. */
export function usePart(id: string | undefined): PartState {
  return useLoaded().usePart(id)
}

/** The definition that a part is shown for. */
export function useDefinition(): Definition {
  const loaded = useLoaded()
  const { part } = loaded.usePart(aboutId)
  return { ...loaded, about: part?.kind === 'about' ? part : undefined }
}
