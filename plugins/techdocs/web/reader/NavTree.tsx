import { Link, useStored, useText } from '@portico/core/web'
import { contains, type DocsNavItem, type DocsParams } from '@portico/techdocs/common'
import { useLinkNavigation } from '@portico/ui'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { memo, useRef, useState } from 'react'
import { techdocsMessages } from '../messages.ts'
import styles from './NavTree.module.css'
import { toAddress } from './site-model.ts'
import { usePageLinks } from './use-page-links.ts'

export interface NavTreeProps {
  readonly params: DocsParams
  readonly items: readonly DocsNavItem[]
  readonly current: string
  readonly base: string
  /** Where the files of the site are. */
  readonly files: string
  /** Features of the theme: `navigation.expand` opens all sections. */
  readonly features: readonly string[]
}

/** The pages of a site as a tree; the branch of the open page is open. */
export function NavTree({ params, items, current, base, files, features }: NavTreeProps) {
  const text = useText()
  const nav = useRef<HTMLElement>(null)
  const [stored, setStored] = useStored<boolean>('techdocs', 'expandedNavigation')
  const isExpanded = stored.value ?? features.includes('navigation.expand')
  const hasSections = items.some(item => item.children)
  usePageLinks(nav, { params, base })
  return (
    <nav ref={nav} aria-label={text(techdocsMessages.navigation)} className={styles.nav}>
      <Branch
        key={String(isExpanded)}
        items={items}
        current={current}
        pages={useLinkNavigation().toHref(base)}
        files={files}
        hasIndexes={features.includes('navigation.indexes')}
        isExpanded={isExpanded}
        isGrouped={features.includes('navigation.sections')}
      />
      {hasSections && (
        <button type="button" className={styles.all} onClick={() => void setStored(!isExpanded)}>
          {text(isExpanded ? techdocsMessages.collapseAll : techdocsMessages.expandAll)}
        </button>
      )}
    </nav>
  )
}

interface BranchProps {
  readonly items: readonly DocsNavItem[]
  /** The open page; undefined where it is in another branch. */
  readonly current: string | undefined
  /** Where the pages of the site are, as the browser has it. */
  readonly pages: string
  readonly files: string
  readonly hasIndexes: boolean
  readonly isExpanded: boolean
  /** Whether its sections are groups that are always open. */
  readonly isGrouped: boolean
}

function Branch({ items, current, ...props }: BranchProps) {
  return (
    <ul className={styles.list}>
      {items.map((item, at) => (
        <li key={`${at} ${item.title}`}>
          {item.children ? (
            <Section {...props} item={item} current={current !== undefined && contains(item, current) ? current : undefined} />
          ) : (
            <Entry item={item} title={item.title} pages={props.pages} files={props.files} isCurrent={isAt(item, current)} />
          )}
        </li>
      ))}
    </ul>
  )
}

function isAt({ path }: DocsNavItem, current: string | undefined): boolean {
  return path !== undefined && path === current
}

// Another page changes two entries and the sections around them; the rest of the tree is not drawn again.
const Section = memo(function Section({ item, current, ...props }: Omit<BranchProps, 'items'> & { readonly item: DocsNavItem }) {
  const [chosen, setChosen] = useState<{ readonly isOpen: boolean; readonly at: string | undefined }>()
  // What somebody folded stays folded until another page of it is opened.
  const isOpen = chosen?.at === current && chosen ? chosen.isOpen : current !== undefined || props.isExpanded || (chosen?.isOpen ?? false)
  const children = item.children ?? []
  const first = children[0]
  const index = props.hasIndexes && first?.path !== undefined ? first : undefined
  const inner = index ? children.slice(1) : children
  if (props.isGrouped) {
    return (
      <>
        {index ? (
          <Entry item={index} title={item.title} pages={props.pages} files={props.files} isCurrent={isAt(index, current)} />
        ) : (
          <p className={styles.group} dir="auto">
            {item.title}
          </p>
        )}
        <Branch {...props} isGrouped={false} current={current} items={inner} />
      </>
    )
  }
  const toggle = { type: 'button' as const, 'aria-expanded': isOpen, onClick: () => setChosen({ isOpen: !isOpen, at: current }) }
  return (
    <>
      {index ? (
        <div className={styles.section}>
          <button {...toggle} className={styles.chevronButton} aria-label={item.title}>
            <IconChevronRight size={14} aria-hidden className={styles.chevron} />
          </button>
          <Entry item={index} title={item.title} pages={props.pages} files={props.files} isCurrent={isAt(index, current)} />
        </div>
      ) : (
        <button {...toggle} className={styles.toggle}>
          <IconChevronRight size={14} aria-hidden className={styles.chevron} />
          <span dir="auto">{item.title}</span>
        </button>
      )}
      {isOpen && <Branch {...props} current={current} items={inner} />}
    </>
  )
})

interface EntryProps {
  readonly item: DocsNavItem
  readonly title: string
  readonly pages: string
  readonly files: string
  readonly isCurrent: boolean
}

const Entry = memo(function Entry({ item, title, pages, files, isCurrent }: EntryProps) {
  if (item.path !== undefined) {
    // A plain anchor: `usePageLinks` follows it.
    return (
      <a href={toAddress(pages, item.path)} className={styles.entry} {...(isCurrent && { 'aria-current': 'page' as const })}>
        <span dir="auto">{title}</span>
      </a>
    )
  }
  if (item.href !== undefined) {
    return (
      <Link to={/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(item.href) ? item.href : `${files}/${item.href}`} plain className={styles.entry}>
        <span dir="auto">{title}</span>
      </Link>
    )
  }
  return (
    <span className={styles.missing} dir="auto">
      {title}
    </span>
  )
})
