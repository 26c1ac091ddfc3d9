import type { DocsNotice } from '@portico/techdocs/common'
import { createNotices, type NoticeCounts } from './notices.ts'
import type { RenderedPage } from './render-page.ts'
import type { Site } from './opened-site.ts'

export interface CheckedSite {
  /** Some of each kind, the most harmful first. */
  readonly notices: readonly DocsNotice[]
  /** How many more of each kind there are. */
  readonly unlisted: NoticeCounts
  readonly brokenLinks: number
  readonly unsupported: number
}

/** Collects what is wrong with a site, anchors included, once all of its pages are rendered. */
export function checkSite(site: Pick<Site, 'notices' | 'unlisted'>, pages: readonly RenderedPage[]): CheckedSite {
  const notices = createNotices()
  for (const { unlisted } of [site, ...pages]) notices.addUnlisted(unlisted ?? {})
  for (const notice of [...site.notices, ...pages.flatMap(({ page }) => page.notices)]) notices.add(notice)
  const ids = new Map(pages.map(({ page, ids: own }) => [page.path, new Set(own)]))
  for (const { page, links } of pages) {
    for (const { target, path, anchor } of links) {
      if (path === undefined || anchor === undefined || anchor === '' || hasAnchor(ids.get(path), anchor)) continue
      notices.add({
        level: 'info',
        code: 'anchor-missing',
        message: `The link to '${target}' leads to a heading that does not exist`,
        ...(page.source !== undefined && { file: page.source }),
      })
    }
  }
  return {
    notices: notices.items,
    unlisted: notices.unlisted,
    brokenLinks: notices.count(code => ['link-broken', 'nav-missing', 'anchor-missing', 'redirect-missing'].includes(code)),
    unsupported: notices.count(code => code.endsWith('-unsupported')),
  }
}

function hasAnchor(ids: ReadonlySet<string> | undefined, anchor: string): boolean {
  if (!ids) return true
  let plain = anchor
  try {
    plain = decodeURIComponent(anchor)
  } catch {
    // A stray % is taken as it is.
  }
  return ids.has(plain) || findSimilarId([...ids], plain) !== undefined
}

/** The id that a GitHub-style anchor means: `größe` for `groe`, `same-1` for `same_1`. */
export function findSimilarId(ids: readonly string[], anchor: string): string | undefined {
  const plain = (text: string) =>
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '')
  const wanted = plain(anchor)
  return wanted === '' ? undefined : ids.find(id => plain(id) === wanted)
}
