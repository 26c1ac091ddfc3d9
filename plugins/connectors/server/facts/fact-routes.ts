import type { connectorsApi } from '@portico/connectors/common'
import type { Handlers } from '@portico/core/server'
import type { Definitions } from './definitions.ts'
import type { FactPushing } from './push-facts.ts'
import type { FactReading } from './read-facts.ts'

interface Dependencies {
  readonly reading: FactReading
  readonly pushing: FactPushing
  readonly definitions: Pick<Definitions, 'all'>
}

export type FactRoutes = Pick<
  Handlers<typeof connectorsApi>,
  'listFacts' | 'queryFacts' | 'listDefinitions' | 'getHistory' | 'pushFacts' | 'removePushedFact'
>

/** The routes of facts. */
export function factRoutes({ reading, pushing, definitions }: Dependencies): FactRoutes {
  return {
    listFacts: ({ caller, query: { entityRef, name, ...page } }) => reading.page(caller, toQuery(entityRef, name), page),
    queryFacts: async ({ caller, body: { entityRefs, names } }) => ({
      items: await reading.ofEntities(caller, { entityRefs, ...(names && { names }) }),
    }),
    listDefinitions: () => ({ items: [...definitions.all()] }),
    getHistory: ({ caller, query: { entityRef, name, from, to } }) => reading.history(caller, entityRef, name, { from, to }),
    pushFacts: ({ body }) => pushing.push(body),
    removePushedFact: ({ caller, params, request }) => pushing.remove(caller, params.name, request.id),
  }
}

function toQuery(entityRefs: readonly string[] | undefined, names: readonly string[] | undefined) {
  return { ...(entityRefs && { entityRefs }), ...(names && { names }) }
}
