import { catalogService } from '@portico/catalog/server'
import { connectorsPermissions, factsApi } from '@portico/connectors/common'
import { defineServerPlugin } from '@portico/core/server'
import { connectorsSections } from './config.ts'
import { factsService } from './facts/facts-service.ts'
import { openFacts } from './facts/open-facts.ts'
import { migrations } from './migrations/index.ts'

export { factsService, type FactDraft, type FactQuery, type Facts, type FactSource } from './facts/facts-service.ts'

/** Tools by YAML, and what they say about entities. */
export const connectorsPlugin = defineServerPlugin({
  id: 'connectors',
  config: connectorsSections,
  uses: { catalog: catalogService },
  provides: { facts: factsService },
  permissions: { permissions: connectorsPermissions },
  migrations,
  setup(core, { catalog }) {
    let { history } = core.config.connectors
    core.onConfig('connectors', changed => void ({ history } = changed), ['history'])
    const { facts, routes } = openFacts(core, { catalog, retentionMs: () => history })
    core.implement(factsApi, routes)
    return { facts: facts.service }
  },
})
