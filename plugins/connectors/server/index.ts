import { catalogService } from '@portico/catalog/server'
import { connectorsApi, connectorsPermissions } from '@portico/connectors/common'
import { defineServerPlugin, identityPort } from '@portico/core/server'
import { integrationsService } from '@portico/integrations/server'
import { connectorsSections } from './config.ts'
import { connectorDocuments } from './documents/documents.ts'
import { factsService } from './facts/facts-service.ts'
import { openFacts } from './facts/open-facts.ts'
import { migrations } from './migrations/index.ts'
import { openConnectors } from './open-connectors.ts'

export { connectorDocuments, type ConnectorDocuments } from './documents/documents.ts'
export { factsService, type FactDraft, type FactQuery, type Facts, type FactSource } from './facts/facts-service.ts'

/** Tools by YAML, and what they say about entities. */
export const connectorsPlugin = defineServerPlugin({
  id: 'connectors',
  config: connectorsSections,
  uses: { catalog: catalogService, integrations: integrationsService, identity: identityPort },
  provides: { facts: factsService, documents: connectorDocuments },
  permissions: { permissions: connectorsPermissions },
  migrations,
  commands: async () => (await import('./commands/connector-commands.ts')).connectorCommands,
  setup(core, { catalog, integrations, identity }) {
    let section = core.config.connectors
    core.onConfig('connectors', changed => void (section = changed))
    const opened = openFacts(core, { catalog, retentionMs: () => section.history })
    const { routes, documents } = openConnectors(core, { catalog, integrations, identity, facts: opened, section: () => section })
    core.implement(connectorsApi, routes)
    return { facts: opened.facts.service, documents }
  },
})
