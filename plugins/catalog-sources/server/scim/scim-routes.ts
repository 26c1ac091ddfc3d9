import type { catalogSourcesApi } from '@portico/catalog-sources/common'
import type { Handlers } from '@portico/core/server'
import type { Scim } from './scim.ts'

type Routes = Handlers<typeof catalogSourcesApi>

/** What an identity provider pushes, and asks for. */
export function scimRoutes(scim: Scim): Pick<Routes, Extract<keyof Routes, `${string}Scim${string}`>> {
  return {
    getScimConfig: () => scim.config(),
    listScim: ({ params, query }) => scim.list(params.type, query),
    getScim: ({ params }) => scim.get(params.type, params.id),
    createScim: ({ params, stream }) => scim.create(params.type, stream),
    replaceScim: ({ params, stream }) => scim.replace(params.type, params.id, stream),
    changeScim: ({ params, stream }) => scim.change(params.type, params.id, stream),
    deleteScim: ({ params }) => scim.remove(params.type, params.id),
  }
}
