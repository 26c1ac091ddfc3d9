/** Names an API: `useApi(ref)` finds its implementation. */
export interface ApiRef<Api> {
  readonly id: string
  readonly description: string | undefined
  /** Never set: it only carries the type. */
  readonly api?: Api
}

const idShape = /^[a-z0-9]+(?:[.-][a-z0-9]+)*$/

/** Declares an API: `defineApiRef<StarredEntities>({ id: 'plugin.catalog.starred-entities' })`. */
export function defineApiRef<Api>({ id, description }: { readonly id: string; readonly description?: string }): ApiRef<Api> {
  if (!idShape.test(id)) {
    throw new Error(`The API ref id '${id}' must be lowercase alphanumeric tokens separated by periods or dashes`)
  }
  return { id, description }
}

export type ApiRefs = Readonly<Record<string, ApiRef<unknown>>>
export type ApisOf<Refs extends ApiRefs> = { readonly [Name in keyof Refs]: Refs[Name] extends ApiRef<infer Api> ? Api : never }

/** How an API is made, and from which others. */
export interface ApiFactory {
  readonly api: ApiRef<unknown>
  readonly uses: ApiRefs
  readonly create: (apis: Readonly<Record<string, unknown>>) => unknown
}

/** Provides an API: `defineApi({ api: starredRef, uses: { storage: storageApiRef }, create: ({ storage }) => … })`. It is created on first use. */
export function defineApi<Api, const Uses extends ApiRefs = {}>(factory: {
  readonly api: ApiRef<Api>
  readonly uses?: Uses
  readonly create: (apis: ApisOf<Uses>) => NoInfer<Api>
}): ApiFactory {
  return { api: factory.api, uses: factory.uses ?? {}, create: factory.create as ApiFactory['create'] }
}
