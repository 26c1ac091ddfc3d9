import type { Core } from '@portico/core/server'
import type { Integrations } from '@portico/integrations/server'
import type { TechdocsSection } from '../config.ts'
import type { RenderProcess } from '../rendering/render-process.ts'
import { renderedSites } from '../reports/rendered-sites.ts'
import type { ReportStore } from '../reports/report-store.ts'
import { createSourceCopier } from '../sources/source-copier.ts'
import { createDocsSites } from './docs-sites.ts'
import { createLocalDocs } from './local-docs.ts'
import { createSiteCache } from './site-cache.ts'
import { toSiteOptions } from './site-options.ts'

interface Dependencies {
  /** The config as it is now. */
  readonly section: () => TechdocsSection
  readonly folder: string
  readonly integrations: Integrations
  readonly renderer: RenderProcess
  readonly reports: ReportStore
  /** A new version of a site is there. */
  readonly onUpdated: (ref: string) => void
}

/** Docs that this server renders itself, from copies of their sources. */
export function openRenderedDocs({ log, onStop }: Core, dependencies: Dependencies) {
  const { section, folder, integrations, renderer, reports, onUpdated } = dependencies
  const { maxFiles, maxMegabytes } = section().limits
  const copier = createSourceCopier({ integrations, log })
  onStop(copier.stop)
  const sites = createDocsSites({
    cache: createSiteCache({ folder, maxBytes: () => section().cache.maxMegabytes * 2 ** 20 }),
    copier,
    renderer,
    log,
    reading: () => integrations.reading(),
    limits: () => ({ maxFiles, maxBytes: maxMegabytes * 2 ** 20 }),
    siteOptions: (entity, source, readers) => toSiteOptions(section(), entity, source, readers),
    onUpdated,
    onFailed: (ref, message) =>
      void reports.saveError(ref, message).catch((error: unknown) => log.warn({ error }, 'a report could not be saved')),
  })
  return { docs: createLocalDocs(sites), source: renderedSites({ sites, log }) }
}
