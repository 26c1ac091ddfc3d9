import { useId, type ReactNode } from 'react'
import { HeaderHint } from './HeaderHint.tsx'
import { Link } from './Link.tsx'
import styles from './PageHeader.module.css'
import { useShrinking } from './use-shrinking.ts'

export interface PageHeaderProps {
  readonly title: ReactNode
  /** One line of words under the title. */
  readonly subtitle?: ReactNode
  /** Where this page sits, shown above the title: `<Breadcrumbs items={…} />`. */
  readonly breadcrumb?: ReactNode
  /** What kind of thing the page is about, above the title. */
  readonly type?: string | undefined
  /** The link of the type: its parent, such as the list of such things. */
  readonly typeLink?: string | undefined
  /** More about the title, shown on hover and focus. */
  readonly tooltip?: string | undefined
  /** A picture of 24 px before the title, such as the icon of a kind. */
  readonly icon?: ReactNode
  /** Right behind the title: a star, a switch. */
  readonly mark?: ReactNode
  /** One line of facts under the title: `<Facts>` with `<Fact>`s. */
  readonly facts?: ReactNode
  /** Buttons at the right, on phones in a line of their own; at most one of them filled. */
  readonly actions?: ReactNode
  /** What else can be done, behind one button: it stays beside the title on phones too. */
  readonly menu?: ReactNode
  /** The last line: `LinkTabs`, or what `useTabbedRoutes` gives. */
  readonly tabs?: ReactNode
}

/** The head of a page: trail, title, one line of facts, and actions. It stays while the page scrolls, as a single line. */
export function PageHeader({
  title,
  subtitle,
  breadcrumb,
  type,
  typeLink,
  tooltip,
  icon,
  mark,
  facts,
  actions,
  menu,
  tabs,
}: PageHeaderProps) {
  const { header, shrunk, style, holding } = useShrinking()
  const hint = useId()
  return (
    <header ref={header} className={styles.header} data-shrunk={shrunk} data-tabs={tabs !== undefined} style={style}>
      {(breadcrumb !== undefined || type !== undefined) && (
        <div className={styles.above} {...holding}>
          {breadcrumb}
          {type !== undefined && <TypeLabel type={type} to={typeLink} />}
        </div>
      )}
      <div className={styles.main}>
        {icon !== undefined && (
          <span className={styles.icon} aria-hidden>
            {icon}
          </span>
        )}
        <h1 className={styles.title} {...(tooltip !== undefined && { 'aria-describedby': hint })}>
          {title}
        </h1>
        {tooltip !== undefined && <HeaderHint id={hint}>{tooltip}</HeaderHint>}
        {mark !== undefined && <span className={styles.mark}>{mark}</span>}
      </div>
      {(subtitle !== undefined || facts !== undefined) && (
        <div className={styles.below} {...holding}>
          {subtitle !== undefined && <p className={styles.subtitle}>{subtitle}</p>}
          {facts}
        </div>
      )}
      {(actions !== undefined || menu !== undefined) && (
        <div className={styles.aside}>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
          {menu !== undefined && <div className={styles.menu}>{menu}</div>}
        </div>
      )}
      {tabs !== undefined && <div className={styles.tabs}>{tabs}</div>}
    </header>
  )
}

function TypeLabel({ type, to }: { type: string; to: string | undefined }) {
  if (to === undefined) return <span className={styles.type}>{type}</span>
  return (
    <Link to={to} plain className={styles.type}>
      {type}
    </Link>
  )
}
