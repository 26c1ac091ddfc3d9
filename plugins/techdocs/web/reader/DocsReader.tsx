import { afterPaint, query, useNavigate, useQuery, useText } from '@portico/core/web'
import { siteAt, techdocsApi, toDocsParams, toPagePath, versionAt, type DocsParams } from '@portico/techdocs/common'
import { Content, EmptyState, Link, SkeletonRows } from '@portico/ui'
import { startTransition, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { techdocsMessages } from '../messages.ts'
import { PageContents } from './PageContents.tsx'
import { ReaderError } from './ReaderError.tsx'
import { ReaderPage } from './ReaderPage.tsx'
import { ReaderTools, ToolLine } from './ReaderTools.tsx'
import { SideNav } from './SideNav.tsx'
import { placeOf, sideItemsOf, toAddress } from './site-model.ts'
import { SiteTabs } from './SiteTabs.tsx'
import { useSiteFiles } from './storage-url.ts'
import { SyncNotice } from './SyncNotice.tsx'
import { VersionNotice } from './VersionNotice.tsx'
import styles from './DocsReader.module.css'
import { useSync, type SyncState } from './use-sync.ts'

interface DocsReaderProps {
  readonly entityRef: string
  /** Where the pages of the site are. */
  readonly base: string
  /** The page, as the address has it. */
  readonly path: string
  /** The head of the page with the tools of the reader; without it they have a line of their own. */
  readonly header?: (tools: ReactNode) => ReactNode
  /** What the docs are about, beside their pages where the head has no room for it. */
  readonly about?: ReactNode
}

/** The docs of an entity: tools, navigation, page, contents. */
export function DocsReader(props: DocsReaderProps) {
  return <Reader {...props} key={props.entityRef} />
}

function Reader({ entityRef, base, path, header, about }: DocsReaderProps) {
  const text = useText()
  const params = useMemo(() => toDocsParams(entityRef), [entityRef])
  const pagePath = toPagePath(path)
  const { info, error: siteError, refetch, version } = useSite(params, pagePath)
  const sync = useSync(params, version)
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
  const files = useSiteFiles(params)
  const redirect = info?.site.redirects[pagePath]
  useRedirect(redirect, base)

  const failure = { sync, hasPath: pagePath !== '', onRetry: () => void refetch() }
  const framed = (content: ReactNode, tools: ReactNode = <ToolLine />) => (
    <>
      {header?.(tools)}
      <Content wide>
        {!header && <div className={styles.line}>{tools}</div>}
        {content}
      </Content>
    </>
  )
  if (siteError && !info) return framed(<ReaderError {...failure} error={siteError} />)
  if (!info) return framed(<Preparing sync={sync} />)
  const hidden = new Set(page?.hide ?? [])
  // While the next page is on its way, the one before is still shown; where one is, is where the address says.
  const current = page && !isPlaceholderData ? page.path : pagePath
  const site = siteAt(info.site, current)
  const place = placeOf(site.nav, current, page)
  const contents = page && !hidden.has('toc') ? { headings: page.headings, article, address: toAddress(base, page.path) } : undefined
  const tree = { params, items: site.nav, current: place, base, files, features: site.features }
  return framed(
    <SiteTabs params={params} site={site} place={place} base={base} files={files}>
      <div className={styles.reader}>
        <SideNav tree={{ ...tree, items: sideItemsOf(site, place) }} isHidden={hidden.has('navigation')} isPainted={isPainted} />
        <div className={styles.middle}>
          <div className={styles.notice}>
            <SyncNotice sync={sync} info={info} params={params} />
            <VersionNotice params={params} info={info} base={base} current={current} />
          </div>
          {redirect !== undefined && /^https?:/.test(redirect) ? (
            <EmptyState title={text(techdocsMessages.redirected)} action={<Link to={redirect}>{text(techdocsMessages.goThere)}</Link>} />
          ) : pageError && redirect === undefined ? (
            <ReaderError {...failure} error={pageError} home={base} />
          ) : page ? (
            <ReaderPage
              page={page}
              site={site}
              lastModifiedAt={info.lastModifiedAt}
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
      </div>
    </SiteTabs>,
    <ReaderTools tree={tree} current={current} site={site} info={info} page={page} contents={contents} about={about} />,
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

/** False until what was drawn when `isReady` became true is on the screen: what nobody reads first is drawn after that. */
function useAfterPaint(isReady: boolean): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => (isReady ? afterPaint(() => startTransition(() => setPainted(true))) : undefined), [isReady])
  return isPainted
}

/** The site that a path is in: of the default version, or of the one that the path names. */
function useSite(params: DocsParams, path: string) {
  const whole = useQuery(query(techdocsApi.getSite, { params }))
  const versions = whole.data?.versions
  const wanted = versions && versionAt(versions, path)?.version
  const isOther = wanted !== undefined && wanted.version !== whole.data?.version
  const other = useQuery({
    ...query(techdocsApi.getSite, { params, query: { version: wanted?.version ?? '' } }),
    enabled: isOther,
  })
  const { data, error, refetch } = isOther ? other : whole
  return { info: data, error, refetch, version: isOther ? wanted.version : undefined }
}
