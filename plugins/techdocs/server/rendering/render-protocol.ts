import type { DocsNotice, DocsSite } from '@portico/techdocs/common'
import type { PublishedPage, RenderedPage, SanitizerSettings, SiteOptions } from '../engine/engine.ts'

/** A site as far as it is known before its pages are rendered. */
export interface OpenedSite {
  readonly site: DocsSite
  readonly notices: readonly DocsNotice[]
  readonly pages: readonly string[]
  /** From paths in the site to paths in the source. */
  readonly assets: Readonly<Record<string, string>>
}

/** What the rendering process can do. */
export interface RenderMethods {
  open(folder: string, options: SiteOptions): Promise<OpenedSite>
  render(folder: string, options: SiteOptions, page: string): Promise<RenderedPage | undefined>
  /** Cleans a page that others have published. */
  published(html: string, path: string, settings: SanitizerSettings): Promise<PublishedPage>
}

export interface ChildMessage {
  readonly id: number
  readonly method: keyof RenderMethods
  readonly args: readonly unknown[]
}
