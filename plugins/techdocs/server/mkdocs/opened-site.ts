import type { DocsNotice, DocsSite } from '@portico/techdocs/common'
import type { ListedVersion } from './config/site-versions.ts'
import type { NoticeCounts } from './notices.ts'
import type { RenderedPage } from './render-page.ts'

/** A site that was opened: its navigation is known, its pages are rendered one by one. */
export interface Site {
  readonly site: DocsSite
  /** Of the config and the navigation. */
  readonly notices: readonly DocsNotice[]
  /** How many more of each kind there are. */
  readonly unlisted?: NoticeCounts
  /** Paths of all pages, in the order of search. */
  readonly pages: readonly string[]
  /** From paths in the site to paths in the source. */
  readonly assets: ReadonlyMap<string, string>
  /** Pages that stand in for a translation that is missing. */
  readonly fallbacks?: readonly string[]
  /** All versions, this one among them. Undefined where there is one. */
  readonly versions?: readonly ListedVersion[]
  render(path: string): RenderedPage | undefined
}
