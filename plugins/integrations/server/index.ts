import { defineServerPlugin } from '@portico/core/server'
import { integrationsSections, type IntegrationsSection } from './config.ts'
import { createIntegrations, integrationsService } from './integrations-service.ts'
import { toReadingSettings } from './reading-settings.ts'

export { IntegrationsSection } from './config.ts'
export { createIntegrations, integrationsService, type Integrations, type PortableReading } from './integrations-service.ts'
export type { Integration, IntegrationType } from './integration.ts'
export type * from './writing/repositories.ts'
export { createReading, type ReaderModule, type ReadingSettings } from './reading/create-reading.ts'
export { createFileReader } from './reading/file-reader.ts'
export * from './reading/folders.ts'
export * from './reading/reading-errors.ts'
export type { Readers } from './reading/readers.ts'
export * from './reading/source-reader.ts'
export { toText } from './reading/source-text.ts'
export { toReadingSettings } from './reading-settings.ts'

/** Reads from outside for all plugins: files, addresses and repositories, with credentials by host. */
export const integrationsPlugin = defineServerPlugin({
  id: 'integrations',
  config: integrationsSections,
  provides: { integrations: integrationsService },
  setup({ config, onConfig, server }) {
    const { readable, folder } = server
    const settingsOf = (integrations: IntegrationsSection) => toReadingSettings({ integrations, allow: readable, folder })
    const { service, reconfigure } = createIntegrations(settingsOf(config.integrations))
    onConfig('integrations', next => reconfigure(settingsOf(next)))
    return { integrations: service }
  },
})
