import { entityReadPermission, entityRefOf, parseEntityRef, parseLocationRef, type Entity } from '@portico/catalog/common'
import type { Catalog } from '@portico/catalog/server'
import { bytes, principalName, type Handlers, type Permissions, type Principal } from '@portico/core/server'
import { docsOf, versionAt, type techdocsApi } from '@portico/techdocs/common'
import { docsNotBuilt, entityNotFound, entityWithoutDocs, pageNotFound, versionNotFound } from './errors.ts'
import { listReports } from './reports/list-reports.ts'
import type { ReportStore } from './reports/report-store.ts'
import type { PageChanges } from './sites/page-changes.ts'
import type { ServedDocs, ServedSite } from './sites/served-docs.ts'
import { inLanguage, searchSections, withPrefix, type IndexedDocument } from './sites/site-search.ts'
import { readerHeadersOf, staticHeadersOf } from './sites/static-files.ts'
import { syncEvents } from './sites/sync-events.ts'
import { techdocsRefOf } from './sources/source-location.ts'

interface Dependencies {
  readonly docs: ServedDocs
  readonly changes: PageChanges
  readonly catalog: Catalog
  readonly permissions: Permissions
  readonly reports: ReportStore
  readonly keepsLetterCase: () => boolean
  readonly staleAfterDays: () => number
  readonly cookieUrl: string
}

interface Triplet {
  readonly namespace: string
  readonly kind: string
  readonly name: string
}

const json = { 'content-type': 'application/json; charset=utf-8' }
const noDocuments = JSON.stringify({ config: {}, docs: [] })

/** The handlers of the docs' routes. Who may not read the entity finds nothing. */
export function techdocsRoutes(given: Dependencies): Handlers<typeof techdocsApi> {
  const { docs, catalog, permissions, reports } = given

  async function entityFor(caller: Principal, params: Triplet): Promise<Entity> {
    const ref = `${params.kind}:${params.namespace}/${params.name}`.toLowerCase()
    const entity = await catalog.getEntity(ref)
    if (!entity) throw entityNotFound(ref)
    const [decision] = await permissions.authorize(caller, [{ permission: entityReadPermission, resourceRef: ref }])
    if (decision?.result !== 'ALLOW') throw entityNotFound(ref)
    return entity
  }

  /** The entity whose docs are shown: an entity without its own may name another. */
  async function documentedFor(caller: Principal, params: Triplet): Promise<Entity> {
    const entity = await entityFor(caller, params)
    const other = techdocsRefOf(entity) === undefined ? docsOf(entity, entityRefOf(entity)).ref : undefined
    return other === undefined || other === entityRefOf(entity) ? entity : entityFor(caller, parseEntityRef(other))
  }

  async function siteFor(caller: Principal, params: Triplet, version?: string): Promise<ServedSite> {
    return siteOf(await documentedFor(caller, params), caller, version)
  }

  async function siteOf(entity: Entity, caller: Principal, version?: string): Promise<ServedSite> {
    const site = await docs.open(entity, principalName(caller), version)
    if (!site) throw version === undefined ? docsNotBuilt(entityRefOf(entity)) : versionNotFound(version)
    return site
  }

  /** The site that a path is in: its first part may name a version. */
  async function placeFor(caller: Principal, params: Triplet, path: string) {
    const entity = await documentedFor(caller, params)
    const site = await siteOf(entity, caller)
    const found = site.info.versions && versionAt(site.info.versions, path)
    if (!found) return { entity, site, path, rest: path }
    const { version, prefix } = found.version
    const shown = version === site.info.version ? site : await siteOf(entity, caller, version)
    return { entity, site: shown, path: `${prefix}${found.rest}`, rest: found.rest }
  }

  async function staticFile(caller: Principal, params: Triplet & { readonly rest: string }) {
    const { site, path, rest } = await placeFor(caller, params, params.rest)
    const { ref, metadata } = site
    if (rest === 'techdocs_metadata.json') return bytes(JSON.stringify(metadata()), { headers: json })
    if (rest === 'search/search_index.json') return bytes((await docs.searchIndex(ref)) ?? noDocuments, { headers: json })
    const file = await docs.file(ref, path)
    if (file) return bytes(file.content, { headers: { ...staticHeadersOf(path), 'content-length': String(file.bytes) } })
    const document = await docs.document(ref, path, principalName(caller))
    return document === undefined ? bytes('', { status: 404 }) : bytes(document, { headers: staticHeadersOf('index.html') })
  }

  return {
    getTechDocsMetadata: async ({ caller, params, query }) => (await siteFor(caller, params, query.version)).metadata(),
    getEntityMetadata: async ({ caller, params }) => {
      const entity = await entityFor(caller, params)
      const ref = techdocsRefOf(entity)
      if (ref === undefined) throw entityWithoutDocs(entityRefOf(entity))
      return { ...entity, locationMetadata: parseLocationRef(ref) }
    },
    syncDocs: async ({ caller, params, query }) => {
      const entity = await documentedFor(caller, params)
      return syncEvents(onLog => docs.sync(entity, onLog, principalName(caller), query.version))
    },
    getStaticFile: async ({ caller, params }) => {
      const moved = given.keepsLetterCase() ? undefined : lowerCaseUrl(params)
      if (moved !== undefined) return bytes('', { status: 301, headers: { location: moved } })
      try {
        return await staticFile(caller, params)
      } catch (error) {
        if ((error as Error).name === 'NotFoundError') return bytes('', { status: 404 })
        throw error
      }
    },
    getCookie: () => bytes('', { status: 307, headers: { location: given.cookieUrl } }),
    getSite: async ({ caller, params, query }) => (await siteFor(caller, params, query.version)).info,
    getPage: async ({ caller, params }) => {
      const { site, path } = await placeFor(caller, params, params.rest)
      const { ref, id } = site
      const text = await docs.page(ref, path, principalName(caller))
      if (text === undefined) throw pageNotFound(params.rest)
      return bytes(text, { headers: { etag: `"${id}"`, 'cache-control': 'private, no-cache' } })
    },
    getLastChange: async ({ caller, params }) => {
      const { entity, site, path } = await placeFor(caller, params, params.rest)
      return given.changes.of(entity, site, path, principalName(caller))
    },
    getFile: async ({ caller, params }) => {
      const { site, path } = await placeFor(caller, params, params.rest)
      const file = await docs.file(site.ref, path)
      if (!file) throw pageNotFound(params.rest)
      return bytes(file.content, { headers: { ...readerHeadersOf(params.rest), 'content-length': String(file.bytes) } })
    },
    searchSite: async ({ caller, params, query }) => {
      const { ref, info, indexPrefix = '' } = await siteFor(caller, params, query.version)
      const { docs: documents } = JSON.parse((await docs.searchIndex(ref)) ?? noDocuments) as { docs: IndexedDocument[] }
      return { items: searchSections(inLanguage(withPrefix(documents, indexPrefix), info.site, query.language), query.term) }
    },
    getReport: async ({ caller, params }) => {
      const report = await reports.find(entityRefOf(await entityFor(caller, params)))
      return report ? { report } : {}
    },
    listReports: async ({ caller, query }) => ({
      items: await listReports({ reports, catalog, permissions }, caller, {
        owners: [query.owner ?? []].flat(),
        staleAfterDays: given.staleAfterDays(),
      }),
    }),
  }
}

/** Where a file with capitals in kind, namespace or name really is, seen from its own address. */
function lowerCaseUrl({ namespace, kind, name, rest }: Triplet & { readonly rest: string }): string | undefined {
  const parts = [namespace, kind, name]
  const lower = parts.map(part => part.toLowerCase())
  if (lower.join('/') === parts.join('/')) return undefined
  const path = [...lower, ...rest.split('/')].map(encodeURIComponent).join('/')
  return `${'../'.repeat(rest.split('/').length + 2)}${path}`
}
