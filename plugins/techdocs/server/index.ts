import type { Entity } from '@portico/catalog/common'
import { catalogService } from '@portico/catalog/server'
import { defineServerPlugin } from '@portico/core/server'
import { integrationsService, type Readers } from '@portico/integrations/server'
import { notificationsOn } from '@portico/notifications/server'
import { searchService } from '@portico/search/server'
import { readerRequests, techdocsApi } from '@portico/techdocs/common'
import { mkdirSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { techdocsSections, type TechdocsSection } from './config.ts'
import type { SanitizerSettings, SiteOptions } from './engine/engine.ts'
import * as report from './migrations/0001-report.ts'
import * as searchDocument from './migrations/0002-search-document.ts'
import * as uncheckedLinks from './migrations/0003-unchecked-links.ts'
import * as searchVersion from './migrations/0004-search-version.ts'
import { createExternalDocs } from './publishing/external-docs.ts'
import { openStorage } from './publishing/open-storage.ts'
import { createRenderProcess } from './rendering/render-process.ts'
import { publishedSites } from './reports/published-sites.ts'
import { renderedSites } from './reports/rendered-sites.ts'
import { createReportStore } from './reports/report-store.ts'
import { createSiteIndexing } from './reports/site-indexing.ts'
import { techdocsRoutes } from './routes.ts'
import { registerDocs } from './search/docs-search.ts'
import { createSearchDocumentStore } from './search/search-document-store.ts'
import { createDocsSites } from './sites/docs-sites.ts'
import { createLocalDocs } from './sites/local-docs.ts'
import { createPageChanges } from './sites/page-changes.ts'
import { createSiteCache } from './sites/site-cache.ts'
import { createSourceCopier } from './sources/source-copier.ts'

/** Docs: MkDocs sites beside the code, rendered by the portal itself. */
export const techdocsPlugin = defineServerPlugin({
  id: 'techdocs',
  config: techdocsSections,
  uses: { catalog: catalogService, integrations: integrationsService, search: searchService },
  migrations: {
    '0001-report': report,
    '0002-search-document': searchDocument,
    '0003-unchecked-links': uncheckedLinks,
    '0004-search-version': searchVersion,
  },
  commands: async () => (await import('./commands/docs-commands.ts')).docsCommands,
  setup(core, { catalog, integrations, search }) {
    const { config, onConfig, db, log, implement, onStop } = core
    const { jobs, scheduler } = core.work
    let section = config.techdocs
    let staleAfterDays = config['techdocs.reader'].staleAfterDays
    onConfig('techdocs', changed => void (section = changed), ['sanitizer', 'generator', 'diagrams', 'legacyUseCaseSensitiveTripletPaths'])
    onConfig('techdocs.reader', changed => void (staleAfterDays = changed.staleAfterDays))
    const folder = openFolder(path.resolve(core.server.folder, section.cache.folder))
    const { pageTimeout, memoryMegabytes, maxFiles, maxMegabytes } = section.limits
    const cache = createSiteCache({ folder, maxBytes: () => section.cache.maxMegabytes * 2 ** 20 })
    const renderer = createRenderProcess({ folder, log, timeoutMs: pageTimeout, maxMegabytes: memoryMegabytes })
    const copier = createSourceCopier({ integrations, log })
    const reports = createReportStore(db)
    const sites = createDocsSites({
      cache,
      copier,
      renderer,
      log,
      reading: () => integrations.reading(),
      limits: () => ({ maxFiles, maxBytes: maxMegabytes * 2 ** 20 }),
      siteOptions: (entity, source, readers) => toSiteOptions(section, entity, source, readers),
      onUpdated: ref => indexing.soon(ref),
      onFailed: (ref, message) =>
        void reports.saveError(ref, message).catch((error: unknown) => log.warn({ error }, 'a report could not be saved')),
    })
    const external = createExternalDocs({
      storage: openStorage(section.publisher, core.server.folder),
      renderer,
      settings: () => toSanitizer(section),
      keepsLetterCase: () => section.legacyUseCaseSensitiveTripletPaths,
      onSeen: ref => indexing.soon(ref),
    })
    const isExternal = section.builder === 'external'
    const indexing = createSiteIndexing({
      source: isExternal ? publishedSites({ external: () => external, renderer, reports }) : renderedSites({ sites: () => sites, log }),
      catalog,
      reports,
      search: registerDocs(search, createSearchDocumentStore(db)),
      jobs,
      scheduler,
      notifications: notificationsOn(core.work.events),
      log,
    })
    indexing.start()
    const docs = isExternal ? external : createLocalDocs(sites)
    core.server.onPageRequest('/docs/:namespace/:kind/:name/*', readerRequests)
    implement(
      techdocsApi,
      techdocsRoutes({
        docs,
        changes: createPageChanges({ reading: () => integrations.reading(), page: docs.page, log }),
        catalog,
        permissions: core.security.permissions,
        reports,
        keepsLetterCase: () => section.legacyUseCaseSensitiveTripletPaths,
        staleAfterDays: () => staleAfterDays,
        cookieUrl: `${core.server.discovery.externalUrl('techdocs')}/.backstage/auth/v1/cookie`,
      }),
    )
    onStop(async () => {
      renderer.stop()
      await copier.stop()
    })
  },
})

/** Its real path: the rendering process may read below it and nowhere else. */
function openFolder(folder: string): string {
  mkdirSync(folder, { recursive: true })
  return realpathSync(folder)
}

function toSiteOptions(
  section: TechdocsSection,
  entity: Entity,
  source: { readonly type: string; readonly target: string },
  readers: Readers,
): SiteOptions {
  const editBase = editBaseOf(source, readers)
  return {
    name: typeof entity.metadata.title === 'string' ? entity.metadata.title : entity.metadata.name,
    readmeAsIndex: section.generator.mkdocs.legacyCopyReadmeMdToIndexMd,
    ...(editBase !== undefined && { editBase }),
    settings: toSanitizer(section),
    diagrams: { ...section.diagrams },
  }
}

function toSanitizer({ sanitizer }: TechdocsSection): SanitizerSettings {
  const { allowedCustomElementTagNameRegExp: tag, allowedCustomElementAttributeNameRegExp: attribute, ...rest } = sanitizer
  return {
    ...rest,
    ...(tag !== undefined && { allowedCustomElementTagNameRegExp: tag }),
    ...(attribute !== undefined && { allowedCustomElementAttributeNameRegExp: attribute }),
  }
}

/** Where files of the source are edited: asked for a file, whose name is then taken off. */
function editBaseOf({ type, target }: { readonly type: string; readonly target: string }, readers: Readers): string | undefined {
  try {
    const folder = target.replace(/\/?$/, '/')
    const edit = readers.linksOf(type, `${folder}x.md`).edit
    return edit?.endsWith('/x.md') ? edit.slice(0, -'x.md'.length) : undefined
  } catch {
    return undefined
  }
}
