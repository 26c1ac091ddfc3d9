import { Link, useStored, useText } from '@portico/core/web'
import type { DocsNavItem } from '@portico/techdocs/common'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useState } from 'react'
import { techdocsMessages } from '../messages.ts'
import styles from './NavTree.module.css'
import { contains, toAddress } from './site-model.ts'

interface NavTreeProps {
  readonly items: readonly DocsNavItem[]
  readonly current: string
  readonly base: string
  /** Where the files of the site are. */
  readonly files: string
  /** Features of the theme: `navigation.expand` opens all sections. */
  readonly features: readonly string[]
}

/** The pages of a site as a tree; the branch of the open page is open. */
export function NavTree(props: NavTreeProps) {
  const text = useText()
  const [stored, setStored] = useStored<boolean>('techdocs', 'expandedNavigation')
  const isExpanded = stored.value ?? props.features.includes('navigation.expand')
  const hasSections = props.items.some(item => item.children)
  return (
    <nav aria-label={text(techdocsMessages.navigation)} className={styles.nav}>
      <Branch {...props} isExpanded={isExpanded} key={String(isExpanded)} />
      {hasSections && (
        <button type="button" className={styles.all} onClick={() => void setStored(!isExpanded)}>
          {text(isExpanded ? techdocsMessages.collapseAll : techdocsMessages.expandAll)}
        </button>
      )}
    </nav>
  )
}

function Branch({ items, isExpanded, ...props }: NavTreeProps & { readonly isExpanded: boolean }) {
  return (
    <ul className={styles.list}>
      {items.map((item, at) => (
        <li key={`${at} ${item.title}`}>
          {item.children ? <Section {...props} item={item} isExpanded={isExpanded} /> : <Entry item={item} {...props} />}
        </li>
      ))}
    </ul>
  )
}

function Section({
  item,
  isExpanded,
  ...props
}: Omit<NavTreeProps, 'items'> & { readonly item: DocsNavItem; readonly isExpanded: boolean }) {
  const isActive = contains(item, props.current)
  const [chosen, setChosen] = useState<{ readonly isOpen: boolean; readonly at: string }>()
  // What somebody folded stays folded until another page is opened.
  const isOpen = chosen?.at === props.current ? chosen.isOpen : isActive || isExpanded || (chosen?.isOpen ?? false)
  const children = item.children ?? []
  const first = children[0]
  const index = props.features.includes('navigation.indexes') && first?.path !== undefined ? first : undefined
  const toggle = { type: 'button' as const, 'aria-expanded': isOpen, onClick: () => setChosen({ isOpen: !isOpen, at: props.current }) }
  return (
    <>
      {index ? (
        <div className={styles.section}>
          <button {...toggle} className={styles.chevronButton} aria-label={item.title}>
            <IconChevronRight size={14} aria-hidden className={styles.chevron} />
          </button>
          <Entry {...props} item={{ ...index, title: item.title }} />
        </div>
      ) : (
        <button {...toggle} className={styles.toggle}>
          <IconChevronRight size={14} aria-hidden className={styles.chevron} />
          <span dir="auto">{item.title}</span>
        </button>
      )}
      {isOpen && <Branch {...props} items={index ? children.slice(1) : children} isExpanded={isExpanded} />}
    </>
  )
}

function Entry({ item, current, base, files }: Pick<NavTreeProps, 'current' | 'base' | 'files'> & { readonly item: DocsNavItem }) {
  if (item.path !== undefined) {
    const isCurrent = item.path === current
    return (
      <Link to={toAddress(base, item.path)} plain className={styles.entry} {...(isCurrent && { 'aria-current': 'page' as const })}>
        <span dir="auto">{item.title}</span>
      </Link>
    )
  }
  if (item.href !== undefined) {
    return (
      <Link to={/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(item.href) ? item.href : `${files}/${item.href}`} plain className={styles.entry}>
        <span dir="auto">{item.title}</span>
      </Link>
    )
  }
  return (
    <span className={styles.missing} dir="auto">
      {item.title}
    </span>
  )
}
