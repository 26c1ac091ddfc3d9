import { ExtensionBoundary, RequestErrorPanel, useCookieAuth, useLocation, useSlot, useStored, useText } from '@portico/core/web'
import { filePrefix, type DocsNotice, type DocsPage, type DocsParams, type DocsSite } from '@portico/techdocs/common'
import { useEffect, useState, type RefObject } from 'react'
import { Article } from '../article/Article.tsx'
import { PageFacts } from './PageFacts.tsx'
import { PageFooter } from './PageFooter.tsx'
import styles from './ReaderPage.module.css'
import { SelectionReport } from './SelectionReport.tsx'
import { docsAddons } from '../slots.ts'
import { techdocsMessages } from '../messages.ts'

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

/** What other plugins add below a page. They are given the page once it is in the document. */
function PageAddons({
  page,
  entityRef,
  articleRef,
}: {
  readonly page: DocsPage
  readonly entityRef: string
  readonly articleRef: RefObject<HTMLElement | null>
}) {
  const [article, setArticle] = useState<HTMLElement>()
  useEffect(() => setArticle(articleRef.current ?? undefined), [articleRef, page])
  return article && <Addons context={{ page, entityRef, article }} />
}

function Addons({ context }: { readonly context: { readonly page: DocsPage; readonly entityRef: string; readonly article: HTMLElement } }) {
  const addons = useSlot(docsAddons, { context })
  return addons.map(addon => (
    <ExtensionBoundary key={addon.id} extension={addon}>
      <addon.item.View {...context} />
    </ExtensionBoundary>
  ))
}

/** What is wrong with the page, for those who can put it right. Hints are left to the report. */
function PageNotices({ notices }: { readonly notices: readonly DocsNotice[] }) {
  const text = useText()
  const problems = notices.filter(({ level }) => level !== 'info')
  if (problems.length === 0) return undefined
  return (
    <details className={styles.notices}>
      <summary>{text(techdocsMessages.notices, { count: problems.length })}</summary>
      <ul>
        {problems.map(({ code, message, line }, at) => (
          <li key={`${at} ${code}`}>
            {message}
            {line !== undefined && ` (${line})`}
          </li>
        ))}
      </ul>
    </details>
  )
}
