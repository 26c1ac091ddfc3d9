import { stringifyEntityRef, type catalogApi } from '@portico/catalog/common'
import { bytes, type Handlers } from '@portico/core/server'
import type { Entities } from './entities.ts'
import { answerOfState, textAnswer } from './cached-answer.ts'

type ReadRoutes =
  | 'listEntities'
  | 'queryEntities'
  | 'queryEntitiesByPredicate'
  | 'getEntitiesByRefs'
  | 'getEntityByName'
  | 'getEntityByUid'
  | 'getEntityFacets'
  | 'getEntityFacetsByPredicate'

/** The routes that read entities. */
export function entityRoutes(entities: Entities): Pick<Handlers<typeof catalogApi>, ReadRoutes> {
  return {
    async listEntities({ query, caller, request }) {
      const { body, after } = await entities.list(caller, query)
      return bytes(body, after === undefined ? {} : { headers: { link: `<${nextUrl(request.url, after)}>; rel="next"` } })
    },
    queryEntities: async ({ query, caller, request }) =>
      answerOfState(await entities.state(caller), request, () =>
        entities.page(caller, {
          ...query,
          order: query.orderField,
          term: query.fullTextFilterTerm,
          termFields: query.fullTextFilterFields,
          countless: query.totalItems === 'exclude',
        }),
      ),
    queryEntitiesByPredicate: async ({ body, caller }) =>
      bytes(
        await entities.page(caller, {
          ...body,
          order: body.orderBy,
          term: body.fullTextFilter?.term,
          termFields: body.fullTextFilter?.fields,
          countless: body.totalItems === 'exclude',
        }),
      ),
    getEntitiesByRefs: async ({ query, body, caller }) => bytes(await entities.byRefs(caller, body.entityRefs, { ...body, ...query })),
    getEntityByName: async ({ params, query, caller, request }) =>
      textAnswer(await entities.byRef(caller, stringifyEntityRef(params), query.definition === 'short'), request),
    getEntityByUid: async ({ params, caller, request }) => textAnswer((await entities.byUid(caller, params.uid)).text, request),
    getEntityFacets: async ({ query, caller, request }) =>
      answerOfState(await entities.state(caller), request, async () =>
        JSON.stringify({ facets: await entities.facets(caller, query.facet, query) }),
      ),
    getEntityFacetsByPredicate: async ({ body, caller }) => ({ facets: await entities.facets(caller, body.facets, body) }),
  }
}

/** The same request for what follows, relative to the catalog's base. */
function nextUrl(url: string, after: string): string {
  const [path = '', search = ''] = url.split('?')
  const query = new URLSearchParams(search)
  query.set('after', after)
  return `${path}?${query.toString()}`
}
