import { entityReadPermission, entityRefOf, parseEntityRef, parseLocationRef, type Entity } from '@portico/catalog/common'
import type { Catalog } from '@portico/catalog/server'
import { bytes, principalName, type Handlers, type Permissions, type Principal } from '@portico/core/server'
import { docsOf, type techdocsApi } from '@portico/techdocs/common'
import { docsNotBuilt, entityNotFound, entityWithoutDocs, pageNotFound } from './errors.ts'
import { listReports } from './reports/list-reports.ts'
import type { ReportStore } from './reports/report-store.ts'
import type { PageChanges } from './sites/page-changes.ts'
import type { ServedDocs, ServedSite } from './sites/served-docs.ts'
import { searchSections, type IndexedDocument } from './sites/site-search.ts'
import { readerHeadersOf, staticHeadersOf } from './sites/static-files.ts'
import { syncEvents } from './sync-events.ts'
import { techdocsRefOf } from './sources/source-location.ts'

interface Given {
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
export function techdocsRoutes(given: Given): Handlers<typeof techdocsApi> {
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

  async function siteFor(caller: Principal, params: Triplet): Promise<ServedSite> {
    const entity = await documentedFor(caller, params)
    const site = await docs.open(entity, principalName(caller))
    if (!site) throw docsNotBuilt(entityRefOf(entity))
    return site
  }

  async function staticFile({ ref, metadata }: ServedSite, path: string, caller: Principal) {
    if (path === 'techdocs_metadata.json') return bytes(JSON.stringify(metadata()), { headers: json })
    if (path === 'search/search_index.json') return bytes((await docs.searchIndex(ref)) ?? noDocuments, { headers: json })
    const file = await docs.file(ref, path)
    if (file) return bytes(file.content, { headers: { ...staticHeadersOf(path), 'content-length': String(file.bytes) } })
    const document = await docs.document(ref, path, principalName(caller))
    return document === undefined ? bytes('', { status: 404 }) : bytes(document, { headers: staticHeadersOf('index.html') })
  }

  return {
    getTechDocsMetadata: async ({ caller, params }) => (await siteFor(caller, params)).metadata(),
    getEntityMetadata: async ({ caller, params }) => {
      const entity = await entityFor(caller, params)
      const ref = techdocsRefOf(entity)
      if (ref === undefined) throw entityWithoutDocs(entityRefOf(entity))
      return { ...entity, locationMetadata: parseLocationRef(ref) }
    },
    syncDocs: async ({ caller, params }) => {
      const entity = await documentedFor(caller, params)
      return syncEvents(onLog => docs.sync(entity, onLog, principalName(caller)))
    },
    getStaticFile: async ({ caller, params }) => {
      const moved = given.keepsLetterCase() ? undefined : lowerCaseUrl(params)
      if (moved !== undefined) return bytes('', { status: 301, headers: { location: moved } })
      try {
        return await staticFile(await siteFor(caller, params), params.rest, caller)
      } catch (error) {
        if ((error as Error).name === 'NotFoundError') return bytes('', { status: 404 })
        throw error
      }
    },
    getCookie: () => bytes('', { status: 307, headers: { location: given.cookieUrl } }),
    getSite: async ({ caller, params }) => (await siteFor(caller, params)).info,
    getPage: async ({ caller, params }) => {
      const { ref, id } = await siteFor(caller, params)
      const text = await docs.page(ref, params.rest, principalName(caller))
      if (text === undefined) throw pageNotFound(params.rest)
      return bytes(text, { headers: { etag: `"${id}"`, 'cache-control': 'private, no-cache' } })
    },
    getLastChange: async ({ caller, params }) => {
      const entity = await documentedFor(caller, params)
      const reader = principalName(caller)
      const site = await docs.open(entity, reader)
      return site ? given.changes.of(entity, site, params.rest, reader) : {}
    },
    getFile: async ({ caller, params }) => {
      const { ref } = await siteFor(caller, params)
      const file = await docs.file(ref, params.rest)
      if (!file) throw pageNotFound(params.rest)
      return bytes(file.content, { headers: { ...readerHeadersOf(params.rest), 'content-length': String(file.bytes) } })
    },
    searchSite: async ({ caller, params, query }) => {
      const { ref } = await siteFor(caller, params)
      const { docs: documents } = JSON.parse((await docs.searchIndex(ref)) ?? noDocuments) as { docs: IndexedDocument[] }
      return { items: searchSections(documents, query.term) }
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
