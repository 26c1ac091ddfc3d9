import { defineContract, get } from '@portico/core/common'
import { z } from 'zod'
import { DocsNotice, DocsPage, DocsSite } from './site.ts'
import { DocsVersion } from './versions.ts'

/** What a published site says about itself: `techdocs_metadata.json`. */
export const TechDocsMetadata = z.looseObject({
  site_name: z.string(),
  site_description: z.string().optional(),
  etag: z.string().optional(),
  build_timestamp: z.number().optional(),
  files: z.array(z.string()).optional(),
})
export type TechDocsMetadata = z.output<typeof TechDocsMetadata>

/** A site with what the portal knows about it. */
export const DocsSiteInfo = z.object({
  site: DocsSite,
  /** When this version was prepared. */
  builtAt: z.string(),
  /** When the source last changed, where it tells. */
  lastModifiedAt: z.string().optional(),
  revision: z.string().optional(),
  /** Why a newer version is not shown. */
  problem: z.object({ message: z.string(), at: z.string() }).optional(),
  /** Which of the versions this is. */
  version: z.string().optional(),
  /** All versions of the site. Undefined for a site that has one. */
  versions: z.array(DocsVersion).optional(),
})
export type DocsSiteInfo = z.output<typeof DocsSiteInfo>

/** The last change of a page. Empty where the host of its source does not tell. */
export const DocsPageChange = z.object({ at: z.string().optional(), by: z.string().optional(), revision: z.string().optional() })
export type DocsPageChange = z.output<typeof DocsPageChange>

/** What is known about the quality of an entity's docs. */
export const DocsReport = z.object({
  entityRef: z.string(),
  checkedAt: z.string(),
  lastModifiedAt: z.string().optional(),
  pages: z.number(),
  /** Undefined for docs that others publish: their links are not checked here. */
  brokenLinks: z.number().optional(),
  unsupported: z.number().optional(),
  error: z.string().optional(),
  notices: z.array(DocsNotice),
})
export type DocsReport = z.output<typeof DocsReport>

export const DocsSearchHit = z.object({
  path: z.string(),
  id: z.string().optional(),
  title: z.string(),
  page: z.string(),
  text: z.string(),
})
export type DocsSearchHit = z.output<typeof DocsSearchHit>

/** The default version where none is named. */
const OfVersion = z.object({ version: z.string().max(100).optional() })

/** The routes of docs. The first five are those of Backstage; the others serve the portal's own reader. */
export const techdocsApi = defineContract('techdocs', {
  getTechDocsMetadata: get('/metadata/techdocs/:namespace/:kind/:name', {
    access: 'signed-in',
    summary: 'What the site says about itself',
    query: OfVersion,
    reply: TechDocsMetadata,
  }),
  getEntityMetadata: get('/metadata/entity/:namespace/:kind/:name', {
    access: 'signed-in',
    summary: 'The entity, with the location of its docs',
    reply: z.looseObject({ locationMetadata: z.object({ type: z.string(), target: z.string() }) }),
  }),
  syncDocs: get('/sync/:namespace/:kind/:name', {
    access: 'signed-in',
    summary: 'Prepares the newest version and says how it goes',
    query: OfVersion,
    events: { log: z.string(), finish: z.object({ updated: z.boolean() }), error: z.string() },
  }),
  getStaticFile: get('/static/docs/:namespace/:kind/:name/*', {
    access: 'cookie',
    raw: true,
    summary: 'A file of the site; HTML, SVG and XML as plain text',
  }),
  getCookie: get('/cookie', { access: 'signed-in', raw: true, summary: 'The same as /.backstage/auth/v1/cookie' }),
  getSite: get('/sites/:namespace/:kind/:name', {
    access: 'signed-in',
    summary: 'The navigation of a site',
    query: OfVersion,
    reply: DocsSiteInfo,
  }),
  getPage: get('/pages/:namespace/:kind/:name/*', { access: 'signed-in', summary: 'A rendered page', reply: DocsPage }),
  getLastChange: get('/changes/:namespace/:kind/:name/*', {
    access: 'signed-in',
    summary: 'When a page was last changed, and by whom, as far as the host of its source tells',
    reply: DocsPageChange,
  }),
  getFile: get('/files/:namespace/:kind/:name/*', { access: 'cookie', raw: true, summary: 'A file of the site, as the reader shows it' }),
  searchSite: get('/search/:namespace/:kind/:name', {
    access: 'signed-in',
    summary: 'Sections of one site that have all words',
    query: OfVersion.extend({ term: z.string().max(200), language: z.string().max(50).optional() }),
    reply: z.object({ items: z.array(DocsSearchHit) }),
  }),
  getReport: get('/report/:namespace/:kind/:name', {
    access: 'signed-in',
    summary: 'What is wrong with the docs of an entity; nothing where they have not been checked yet',
    reply: z.object({ report: DocsReport.optional() }),
  }),
  listReports: get('/reports', {
    access: 'signed-in',
    summary: 'Docs with broken links, errors, or no change for a long time, of what some owners own',
    query: z.object({ owner: z.union([z.string(), z.array(z.string())]).optional() }),
    reply: z.object({
      items: z.array(DocsReport.omit({ notices: true }).extend({ reasons: z.array(z.enum(['error', 'broken', 'stale'])) })),
    }),
  }),
})
