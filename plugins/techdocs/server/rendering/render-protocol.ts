import type { IndexedDocument } from '../sites/site-search.ts'
import type { PublishedPage, SanitizerSettings, Site, SiteOptions } from '../mkdocs/mkdocs.ts'

/** A site as far as it is known before its pages are rendered. */
export interface OpenedSite extends Omit<Site, 'assets' | 'render'> {
  /** From paths in the site to paths in the source. */
  readonly assets: Readonly<Record<string, string>>
}

/** A rendered page as texts, so that nobody on their way parses them. */
export interface PageTexts {
  /** The page as the reader gets it, as JSON. */
  readonly page: string
  /** What search and the link check need: a rendered page without its HTML, as JSON. */
  readonly facts: string
}

/** What the rendering process can do. */
export interface RenderMethods {
  open(folder: string, options: SiteOptions): Promise<OpenedSite>
  render(folder: string, options: SiteOptions, page: string): Promise<PageTexts | undefined>
  /** Cleans a page that others have published. */
  published(html: string, path: string, settings: SanitizerSettings): Promise<PublishedPage>
  /** The sections of a search index that others have published. */
  publishedIndex(text: string): Promise<IndexedDocument[]>
}

export interface ChildMessage {
  readonly method: keyof RenderMethods
  readonly args: readonly unknown[]
}
