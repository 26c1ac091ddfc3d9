import { RequestErrorPanel, useCookieAuth, useLocation, useStored } from '@portico/core/web'
import { filePrefix, type DocsPage, type DocsParams, type DocsSite } from '@portico/techdocs/common'
import type { RefObject } from 'react'
import { Article } from '../article/Article.tsx'
import { PageAddons } from './PageAddons.tsx'
import { PageFacts } from './PageFacts.tsx'
import { PageFooter } from './PageFooter.tsx'
import { PageNotices } from './PageNotices.tsx'
import styles from './ReaderPage.module.css'
import { SelectionReport } from './SelectionReport.tsx'

interface ReaderPageProps {
  readonly page: DocsPage
  readonly site: DocsSite
  readonly lastModifiedAt: string | undefined
  readonly params: DocsParams
  readonly entityRef: string
  /** Where the pages of the site are. */
  readonly base: string
  /** The page that the address names, which may still be on its way. */
  readonly current: string
  readonly articleRef: RefObject<HTMLElement | null>
  /** Whether the text is on the screen, so that what stands around it may be drawn. */
  readonly isPainted: boolean
}

/** One page with what stands around it. */
export function ReaderPage({ page, site, lastModifiedAt, params, entityRef, base, current, articleRef, isPainted }: ReaderPageProps) {
  const { hash } = useLocation()
  const [textSize] = useStored<number>('techdocs', 'textSize')
  const cookie = useCookieAuth('techdocs')
  return (
    <>
      <PageFacts page={page} params={params} site={site} base={base} lastModifiedAt={lastModifiedAt} isPainted={isPainted} />
      {cookie.status === 'failed' && page.html.includes(filePrefix) && (
        <RequestErrorPanel error={cookie.error instanceof Error ? cookie.error : new Error(String(cookie.error))} onRetry={cookie.retry} />
      )}
      <Article
        page={page}
        params={params}
        base={base}
        hash={hash}
        textSize={textSize.value ?? 100}
        canLoadFiles={cookie.status === 'ready'}
        articleRef={articleRef}
      />
      <SelectionReport page={page} articleRef={articleRef} />
      <div className={styles.below}>
        <PageAddons page={page} entityRef={entityRef} articleRef={articleRef} />
        <PageNotices notices={page.notices} />
        {isPainted && !page.hide.includes('footer') && (
          <PageFooter nav={site.nav} path={current} base={base} within={page.within} copyright={site.copyright} />
        )}
      </div>
    </>
  )
}
