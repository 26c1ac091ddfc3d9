import { useText } from '@portico/core/web'
import type { DocsPage, DocsSite } from '@portico/techdocs/common'
import { Breadcrumbs, ChipList, Link, RelativeTime } from '@portico/ui'
import IconBug from '@tabler/icons-react/dist/esm/icons/IconBug.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import { techdocsMessages } from '../messages.ts'
import styles from './PageFacts.module.css'
import { issueUrlOf } from './issue-url.ts'
import { trailOf } from './site-model.ts'

interface PageFactsProps {
  readonly page: DocsPage
  readonly site: DocsSite
  readonly lastModifiedAt: string | undefined
}

/** Where the page stands, when it changed, and how to change it. */
export function PageFacts({ page, site, lastModifiedAt }: PageFactsProps) {
  const text = useText()
  const trail = [...trailOf(site.nav, page.path), page.title]
  const issueUrl = issueUrlOf(page.editUrl, text(techdocsMessages.reportTitle, { title: page.title }))
  return (
    <div className={styles.facts}>
      {trail.length > 1 && <Breadcrumbs items={trail.map(title => ({ title }))} />}
      {page.tags.length > 0 && <ChipList items={page.tags} label={text(techdocsMessages.type)} />}
      <div className={styles.links}>
        {lastModifiedAt !== undefined && (
          <span>
            {text(techdocsMessages.healthChanged)} <RelativeTime at={lastModifiedAt} />
          </span>
        )}
        {page.editUrl !== undefined && (
          <Link to={page.editUrl}>
            <IconPencil size={14} aria-hidden /> {text(techdocsMessages.edit)}
          </Link>
        )}
        {issueUrl !== undefined && (
          <Link to={issueUrl}>
            <IconBug size={14} aria-hidden /> {text(techdocsMessages.report)}
          </Link>
        )}
      </div>
    </div>
  )
}
