import { Link, useText } from '@portico/core/web'
import { pagesOf, type DocsNavItem, type DocsParams, type DocsSite } from '@portico/techdocs/common'
import { useLinkNavigation } from '@portico/ui'
import { useEffect, useRef, type ReactNode } from 'react'
import { techdocsMessages } from '../messages.ts'
import { openTabOf, toAddress } from './site-model.ts'
import styles from './SiteTabs.module.css'
import { usePageLinks } from './use-page-links.ts'

interface SiteTabsProps {
  readonly params: DocsParams
  readonly site: DocsSite
  /** The page of the navigation where one is. */
  readonly place: string
  readonly base: string
  /** Where the files of the site are. */
  readonly files: string
  readonly children: ReactNode
}

/** The top entries of the navigation above the reader, where the site asks for tabs and there is room for them. */
export function SiteTabs({ children, ...props }: SiteTabsProps) {
  const { features, nav } = props.site
  if (!features.includes('navigation.tabs') || nav.length < 2) return children
  return (
    <div className={styles.site} data-sticky={features.includes('navigation.tabs.sticky')}>
      <Tabs {...props} />
      <div className={styles.below}>{children}</div>
    </div>
  )
}

function Tabs({ params, site, place, base, files }: Omit<SiteTabsProps, 'children'>) {
  const text = useText()
  const element = useRef<HTMLElement>(null)
  const pages = useLinkNavigation().toHref(base)
  const open = openTabOf(site, place)
  usePageLinks(element, { params, base })
  useEffect(() => {
    const list = element.current
    const tab = list?.querySelector<HTMLElement>('[aria-current]')
    // Only the row of tabs moves, and not the page.
    if (list && tab) list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2
  }, [open])
  return (
    <nav ref={element} aria-label={text(techdocsMessages.tabs)} className={styles.tabs}>
      <ul className={styles.list}>
        {site.nav.map((item, at) => (
          <li key={`${at} ${item.title}`}>
            <Tab item={item} isOpen={item === open} isPage={item.path === place} pages={pages} files={files} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface TabProps {
  readonly item: DocsNavItem
  readonly isOpen: boolean
  /** Whether it is the very page that is shown. */
  readonly isPage: boolean
  readonly pages: string
  readonly files: string
}

/** A section leads to its first page. */
function Tab({ item, isOpen, isPage, pages, files }: TabProps) {
  const first = pagesOf([item])[0]
  const title = <span dir="auto">{item.title}</span>
  if (first?.path !== undefined) {
    // A plain anchor: `usePageLinks` follows it.
    return (
      <a href={toAddress(pages, first.path)} className={styles.tab} {...(isOpen && { 'aria-current': isPage ? ('page' as const) : true })}>
        {title}
      </a>
    )
  }
  const href = linkOf(item)
  if (href === undefined) return <span className={styles.missing}>{title}</span>
  return (
    <Link to={/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(href) ? href : `${files}/${href}`} plain className={styles.tab}>
      {title}
    </Link>
  )
}

function linkOf({ href, children = [] }: DocsNavItem): string | undefined {
  return href ?? children.map(linkOf).find(found => found !== undefined)
}
