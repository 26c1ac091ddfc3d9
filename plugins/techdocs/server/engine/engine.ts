export * from './check-site.ts'
export type { ListedVersion } from './config/site-versions.ts'
export type { SanitizerSettings } from './html/clean-html.ts'
export type { Site } from './opened-site.ts'
export * from './published-page.ts'
export type { RenderedPage } from './render-page.ts'
export * from './search-index.ts'
export * from './site.ts'
export * from './source-tree.ts'
export { readPublishedIndex } from './published-index.ts'

/** What sites were prepared with. Raised when the same source gives other pages or another navigation, so that kept ones are prepared again. */
export const engineVersion = 2
