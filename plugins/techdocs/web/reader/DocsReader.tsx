import { CookieAuth, query, useLocation, useNavigate, useQuery, useStored, useText } from '@portico/core/web'
import { filePrefix, techdocsApi } from '@portico/techdocs/common'
import { EmptyState, Link, SkeletonRows } from '@portico/ui'
import { useEffect, useRef } from 'react'
import { Article } from '../article/Article.tsx'
import { techdocsMessages } from '../messages.ts'
import { NavTree } from './NavTree.tsx'
import { PageAddons } from './PageAddons.tsx'
import { PageContents } from './PageContents.tsx'
import { PageFooter } from './PageFooter.tsx'
import { PageFacts } from './PageFacts.tsx'
import { PageNotices } from './PageNotices.tsx'
import { ReaderError } from './ReaderError.tsx'
import { ReaderTools } from './ReaderTools.tsx'
import { toAddress, toDocsParams, toPagePath } from './site-model.ts'
import { SelectionReport } from './SelectionReport.tsx'
import { useStorageUrl } from './storage-url.ts'
import { SyncNotice } from './SyncNotice.tsx'
import styles from './DocsReader.module.css'
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
  const params = toDocsParams(entityRef)
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
  const [textSize] = useStored<number>('techdocs', 'textSize')
  const article = useRef<HTMLElement>(null)
  const files = `${useStorageUrl()}/${params.namespace}/${params.kind}/${params.name}`
  const { hash } = useLocation()
  const redirect = info?.site.redirects[pagePath]
  useRedirect(redirect, base)

  if (siteError && !info) return <ReaderError error={siteError} sync={sync} hasPath={pagePath !== ''} onRetry={() => void refetch()} />
  if (!info) return <Preparing sync={sync} />
  const { site } = info
  const shown = page
  const hidden = new Set(shown?.hide ?? [])
  // While the next page is on its way, the one before is still shown; where one is, is where the address says.
  const current = shown && !isPlaceholderData ? shown.path : pagePath
  return (
    <div className={styles.reader} data-embedded={embedded}>
      <aside className={styles.side} data-hidden={hidden.has('navigation')}>
        <NavTree items={site.nav} current={current} base={base} files={files} features={site.features} />
      </aside>
      <div className={styles.middle}>
        <SyncNotice sync={sync} info={info} params={params} />
        <ReaderTools params={params} site={site} base={base} files={files} current={current} />
        <CookieAuth plugin="techdocs" isNeeded={shown?.html.includes(filePrefix) ?? false}>
          {redirect !== undefined && /^https?:/.test(redirect) ? (
            <EmptyState title={text(techdocsMessages.redirected)} action={<Link to={redirect}>{text(techdocsMessages.goThere)}</Link>} />
          ) : pageError && redirect === undefined ? (
            <ReaderError error={pageError} sync={sync} hasPath={pagePath !== ''} home={base} onRetry={() => void refetch()} />
          ) : shown ? (
            <>
              <PageFacts page={shown} params={params} site={site} lastModifiedAt={info.lastModifiedAt} />
              <Article page={shown} params={params} base={base} hash={hash} textSize={textSize.value ?? 100} articleRef={article} />
              <SelectionReport page={shown} articleRef={article} />
              <PageAddons page={shown} entityRef={entityRef} articleRef={article} />
              <PageNotices notices={shown.notices} />
              {!hidden.has('footer') && <PageFooter nav={site.nav} path={current} base={base} copyright={site.copyright} />}
            </>
          ) : (
            <SkeletonRows rows={8} />
          )}
        </CookieAuth>
      </div>
      <aside className={styles.contents} data-hidden={hidden.has('toc')}>
        {shown && <PageContents headings={shown.headings} article={article} address={toAddress(base, shown.path)} />}
      </aside>
      {site.home === undefined && <EmptyState title={text(techdocsMessages.pageNotFound)}>{text(techdocsMessages.indexHint)}</EmptyState>}
    </div>
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
