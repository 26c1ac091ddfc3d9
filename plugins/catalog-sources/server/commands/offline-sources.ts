import { BackendSection, type CommandContext } from '@portico/core/server'
import { createIntegrations, IntegrationsSection, toReadingSettings } from '@portico/integrations/server'
import { sourcesSections, toSources } from '../config.ts'
import type { Found } from '../sources/found.ts'
import type { Source } from '../sources/source.ts'

export interface OfflineSource extends Pick<Source, 'id' | 'title'> {
  find(): Promise<Found>
}

/** The sources of the config, ready to be asked without a server. */
export async function readOffline({
  readSections,
  warn,
  cwd,
  env,
}: CommandContext): Promise<{ readonly sources: readonly OfflineSource[] }> {
  const sections = { integrations: IntegrationsSection.prefault({}), 'backend.reading': BackendSection.shape.reading, ...sourcesSections }
  const { values, leftOut } = await readSections(sections)
  for (const line of leftOut) warn(`warning: left out of the config: ${line}`)
  const { integrations: section, 'backend.reading': reading } = values
  const { service: integrations } = createIntegrations(toReadingSettings({ integrations: section, allow: reading.allow, folder: cwd, env }))
  const { signal } = new AbortController()
  return {
    sources: toSources(values).map(source => ({
      id: source.id,
      title: source.title,
      find: () => source.find({ api: integrations.api(), integrations, signal, pushed: notHere }),
    })),
  }
}

/** What was pushed is in the database of the portal. */
function notHere(): never {
  throw new Error('What is pushed by SCIM is known to a running portal only')
}
