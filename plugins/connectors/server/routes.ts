import type { connectorsApi } from '@portico/connectors/common'
import type { Handlers, Principal } from '@portico/core/server'
import type { Acting } from './acting/run-action.ts'
import type { FactRoutes } from './facts/fact-routes.ts'
import type { Operating } from './operating/operating.ts'
import type { EntityTools } from './views/entity-tools.ts'
import type { OwnStates } from './views/own-states.ts'
import type { Webhooks } from './webhooks/webhooks.ts'

interface Dependencies {
  readonly facts: FactRoutes
  readonly tools: EntityTools
  readonly acting: Acting
  readonly webhooks: Webhooks
  readonly states: OwnStates
  readonly operating: Operating
}

/** Facts, what connectors show and do, and how they run. */
export function connectorRoutes({ facts, tools, acting, webhooks, states, operating }: Dependencies): Handlers<typeof connectorsApi> {
  const views = async (caller: Principal, of: { readonly namespace: string; readonly kind: string; readonly name: string }) => ({
    items: await tools.views(caller, refOf(of)),
  })
  return {
    ...facts,
    getEntityViews: ({ caller, params }) => views(caller, params),
    async refreshEntity({ caller, params, body, signal }) {
      await tools.refresh(caller, refOf(params), body.connector, signal)
      return views(caller, params)
    },
    runAction: ({ caller, params, body, request }) => acting.run(caller, { ...params, ...body, requestId: request.id }),
    takeWebhook: ({ params, request, stream }) => webhooks.take(params.connector, params.target, request.headers, stream),
    listOwnStates: ({ caller, query }) => states.list(caller, query.limit),
    listConnectors: async () => ({ items: await operating.list() }),
    getConnector: ({ caller, params }) => operating.details(caller, params.name),
    listMatched: ({ caller, params, query }) => operating.matched(caller, params.name, query),
    tryConnector: ({ caller, params, body }) => tools.tryOut(caller, params.name, body.entityRef),
    refreshConnector: ({ params }) => operating.refresh(params.name),
  }
}

function refOf({ namespace, kind, name }: { readonly namespace: string; readonly kind: string; readonly name: string }): string {
  return `${kind}:${namespace}/${name}`.toLowerCase()
}
