import { query, useQuery, useText } from '@portico/core/web'
import { pagesOf, techdocsApi, type DocsPage, type DocsParams, type DocsSite } from '@portico/techdocs/common'
import { Breadcrumbs, ChipList, Link, RelativeTime } from '@portico/ui'
import IconBug from '@tabler/icons-react/dist/esm/icons/IconBug.mjs'
import IconGitBranch from '@tabler/icons-react/dist/esm/icons/IconGitBranch.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import { techdocsMessages } from '../messages.ts'
import styles from './PageFacts.module.css'
import { newIssueOf } from './issue-url.ts'
import { toAddress, trailOf } from './site-model.ts'

interface PageFactsProps {
  readonly page: DocsPage
  readonly params: DocsParams
  readonly site: DocsSite
  /** Where the pages of the site are. */
  readonly base: string
  readonly lastModifiedAt: string | undefined
  /** The first format of a date takes a browser some 30 ms, which the text does not wait for. */
  readonly isPainted: boolean
}

/** Where the page stands, when it changed, and how to change it. */
export function PageFacts({ page, params, site, base, lastModifiedAt, isPainted }: PageFactsProps) {
  const text = useText()
  const trail = trailTo(page, site, base)
  const issue = newIssueOf(page.editUrl, text(techdocsMessages.reportTitle, { title: page.title }))
  // Asked for by itself: the host of the source may take its time, and the page does not wait for it.
  const { data: change } = useQuery({
    ...query(techdocsApi.getLastChange, { params: { ...params, rest: page.path } }),
    enabled: page.source !== undefined,
  })
  const changedAt = change?.at ?? lastModifiedAt
  return (
    <div className={styles.facts}>
      {trail.length > 1 && <Breadcrumbs items={trail} />}
      {page.tags.length > 0 && <ChipList items={page.tags} label={text(techdocsMessages.type)} />}
      <div className={styles.links}>
        {isPainted && changedAt !== undefined && (
          <span>
            {text(techdocsMessages.healthChanged)} <RelativeTime at={changedAt} />
            {change?.by !== undefined && <bdi> {text(techdocsMessages.changedBy, { name: change.by })}</bdi>}
          </span>
        )}
        {page.editUrl !== undefined && (
          <Link to={page.editUrl}>
            <IconPencil size={14} aria-hidden /> {text(techdocsMessages.edit)}
          </Link>
        )}
        {site.repoUrl !== undefined && (
          <Link to={site.repoUrl}>
            <IconGitBranch size={14} aria-hidden /> {text(techdocsMessages.repository)}
          </Link>
        )}
        {issue && (
          <Link to={issue.url}>
            <IconBug size={14} aria-hidden /> {text(techdocsMessages.report)}
          </Link>
        )}
      </div>
    </div>
  )
}

/** The sections above a page; a post stands below its blog. */
function trailTo({ title, path, within }: DocsPage, { nav }: DocsSite, base: string): { readonly title: string; readonly to?: string }[] {
  const list = within && pagesOf(nav).find(item => item.path === within.path)
  const sections = trailOf(nav, list?.path ?? path).filter(section => section !== list?.title)
  return [
    ...sections.map(section => ({ title: section })),
    ...(list?.path === undefined ? [] : [{ title: list.title, to: toAddress(base, list.path) }]),
    { title },
  ]
}
