import { query, useNavigate, useQuery, useText } from '@portico/core/web'
import { techdocsApi, toDocsParams, toPagePath } from '@portico/techdocs/common'
import { EmptyState, Link, SkeletonRows } from '@portico/ui'
import { useEffect, useMemo, useRef } from 'react'
import { techdocsMessages } from '../messages.ts'
import { NavTree } from './NavTree.tsx'
import { FoldedContents, PageContents } from './PageContents.tsx'
import { ReaderError } from './ReaderError.tsx'
import { ReaderPage } from './ReaderPage.tsx'
import { ReaderTools } from './ReaderTools.tsx'
import { placeOf, sideItemsOf, toAddress } from './site-model.ts'
import { SiteTabs } from './SiteTabs.tsx'
import { useStorageUrl } from './storage-url.ts'
import { SyncNotice } from './SyncNotice.tsx'
import styles from './DocsReader.module.css'
import { useAfterPaint } from './use-after-paint.ts'
import { useSync, type SyncState } from './use-sync.ts'

interface DocsReaderProps {
  readonly entityRef: string
  /** Where the pages of the site are. */
  readonly base: string
  /** The page, as the address has it. */
  readonly path: string
  /** Below the header of an entity, which has a title already. */
  readonly embedded?: boolean
}

/** The docs of an entity: navigation, page, contents. */
export function DocsReader(props: DocsReaderProps) {
  return <Reader {...props} key={props.entityRef} />
}

function Reader({ entityRef, base, path, embedded = false }: DocsReaderProps) {
  const text = useText()
  const params = useMemo(() => toDocsParams(entityRef), [entityRef])
  const sync = useSync(params)
  const { data: info, error: siteError, refetch } = useQuery(query(techdocsApi.getSite, { params }))
  const pagePath = toPagePath(path)
  const {
    data: page,
    error: pageError,
    isPlaceholderData,
  } = useQuery({
    ...query(techdocsApi.getPage, { params: { ...params, rest: pagePath } }),
    placeholderData: previous => previous,
  })
  // The text is drawn first, and then what stands beside it.
  const isPainted = useAfterPaint(info !== undefined && (page !== undefined || pageError !== null))
  const article = useRef<HTMLElement>(null)
  const files = `${useStorageUrl()}/${params.namespace}/${params.kind}/${params.name}`
  const redirect = info?.site.redirects[pagePath]
  useRedirect(redirect, base)

  const failure = { sync, hasPath: pagePath !== '', onRetry: () => void refetch() }
  if (siteError && !info) return <ReaderError {...failure} error={siteError} />
  if (!info) return <Preparing sync={sync} />
  const { site } = info
  const hidden = new Set(page?.hide ?? [])
  // While the next page is on its way, the one before is still shown; where one is, is where the address says.
  const current = page && !isPlaceholderData ? page.path : pagePath
  const place = placeOf(site.nav, current, page)
  const contents = page && !hidden.has('toc') && { headings: page.headings, article, address: toAddress(base, page.path) }
  return (
    <SiteTabs params={params} site={site} place={place} base={base} files={files}>
      <div className={styles.reader} data-embedded={embedded}>
        <aside className={styles.side} data-hidden={hidden.has('navigation')}>
          {isPainted && (
            <NavTree params={params} items={sideItemsOf(site, place)} current={place} base={base} files={files} features={site.features} />
          )}
        </aside>
        <div className={styles.middle}>
          <div className={styles.notice}>
            <SyncNotice sync={sync} info={info} params={params} />
          </div>
          <ReaderTools params={params} site={site} base={base} files={files} current={current} place={place} />
          {contents && <FoldedContents {...contents} />}
          {redirect !== undefined && /^https?:/.test(redirect) ? (
            <EmptyState title={text(techdocsMessages.redirected)} action={<Link to={redirect}>{text(techdocsMessages.goThere)}</Link>} />
          ) : pageError && redirect === undefined ? (
            <ReaderError {...failure} error={pageError} home={base} />
          ) : page ? (
            <ReaderPage
              page={page}
              info={info}
              params={params}
              entityRef={entityRef}
              base={base}
              current={current}
              articleRef={article}
              isPainted={isPainted}
            />
          ) : (
            <SkeletonRows rows={8} />
          )}
        </div>
        <aside className={styles.contents}>{isPainted && contents && <PageContents {...contents} />}</aside>
        {site.home === undefined && <EmptyState title={text(techdocsMessages.pageNotFound)}>{text(techdocsMessages.indexHint)}</EmptyState>}
      </div>
    </SiteTabs>
  )
}

/** The first version of a site takes a moment; what happens meanwhile is told. */
function Preparing({ sync }: { readonly sync: SyncState }) {
  const text = useText()
  return (
    <>
      {sync.log.length > 0 && (
        <p className={styles.preparing} role="status">
          {text(techdocsMessages.preparing)} {sync.log.at(-1)}
        </p>
      )}
      <SkeletonRows rows={8} />
    </>
  )
}

/** An old address of a page leads to the new one; one of another host is left to the reader, who sees it as a link. */
function useRedirect(target: string | undefined, base: string): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (target === undefined || /^https?:/.test(target)) return
    const [path = '', anchor] = target.split('#', 2)
    void navigate(`${toAddress(base, path)}${anchor === undefined ? '' : `#${anchor}`}`, { replace: true })
  }, [target, base, navigate])
}
