import { defineServerPlugin } from '@portico/core/server'
import { integrationsApi } from '@portico/integrations/common'
import { bridgeBudgets } from './api/bridge-budgets.ts'
import { integrationsSections, type IntegrationsSection } from './config.ts'
import { createIntegrations, integrationsService } from './integrations-service.ts'
import { toReadingSettings } from './reading/reading-settings.ts'
import { integrationsRoutes } from './routes.ts'

export type { HostBudget } from './api/budgets.ts'
export type { ApiRequest, HostClient } from './api/host-client.ts'
export type { HostCheck } from './hosts/host-check.ts'
export { IntegrationsSection } from './config.ts'
export { toScmIntegrations, type Integration, type IntegrationType } from './integration.ts'
export { createIntegrations, integrationsService, type Integrations, type PortableReading } from './integrations-service.ts'
export { createReading, type ReaderModule, type ReadingSettings } from './reading/create-reading.ts'
export { createFileReader } from './reading/file-reader.ts'
export * from './reading/folders.ts'
export * from './reading/reading-errors.ts'
export type { Readers } from './reading/readers.ts'
export * from './reading/source-reader.ts'
export { toText } from './reading/source-text.ts'
export { openBucket, type Bucket, type BucketSettings } from './stores/open-bucket.ts'
export { toReadingSettings } from './reading/reading-settings.ts'
export { createAwsSigning } from './stores/aws-signing.ts'
export { azureIdentity } from './tokens/azure-identity.ts'
export { createTokens } from './tokens/create-tokens.ts'
export { pushFiles } from './writing/push-files.ts'
export type * from './writing/repositories.ts'

/** Reads and writes outside for all plugins: files, addresses and repositories, with credentials by host. */
export const integrationsPlugin = defineServerPlugin({
  id: 'integrations',
  config: integrationsSections,
  provides: { integrations: integrationsService },
  commands: async () => [(await import('./commands/check-command.ts')).integrationsCheckCommand],
  setup({ config, onConfig, onStop, implement, server, work }) {
    const { readable, folder, inspection } = server
    const budgetChannel = `portico.integrations.${inspection.instanceId}`
    const settingsOf = (integrations: IntegrationsSection) => ({
      ...toReadingSettings({ integrations, allow: readable, folder }),
      budgetChannel,
    })
    const { service, reconfigure } = createIntegrations(settingsOf(config.integrations))
    onConfig('integrations', next => reconfigure(settingsOf(next)))
    onStop(bridgeBudgets({ channel: budgetChannel, events: work.events, instance: inspection.instanceId }))
    implement(integrationsApi, integrationsRoutes(service))
    return { integrations: service }
  },
})
