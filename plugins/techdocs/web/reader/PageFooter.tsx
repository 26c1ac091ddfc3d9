import { Link, useShortcut, useNavigate, useText } from '@portico/core/web'
import type { DocsNavItem, DocsPage } from '@portico/techdocs/common'
import { techdocsMessages } from '../messages.ts'
import styles from './PageFooter.module.css'
import { neighboursOf, toAddress } from './site-model.ts'

interface PageFooterProps {
  readonly nav: readonly DocsNavItem[]
  readonly path: string
  readonly base: string
  /** The posts around a post. */
  readonly within: DocsPage['within']
  readonly copyright: string | undefined
}

/** The page before and after, also by the keys `n` and `p`. */
export function PageFooter({ nav, path, base, within, copyright }: PageFooterProps) {
  const text = useText()
  const navigate = useNavigate()
  const { previous, next } = within ?? neighboursOf(nav, path)
  const go = (item: Pick<DocsNavItem, 'path'> | undefined) => item?.path !== undefined && void navigate(toAddress(base, item.path))
  useShortcut('p', { label: techdocsMessages.previous, run: () => go(previous), enabled: previous !== undefined })
  useShortcut('n', { label: techdocsMessages.next, run: () => go(next), enabled: next !== undefined })
  return (
    <footer className={styles.footer}>
      <div className={styles.links}>
        {previous?.path !== undefined && (
          <Link to={toAddress(base, previous.path)} plain className={styles.link} data-way="previous">
            <span className={styles.label}>{text(techdocsMessages.previous)}</span>
            <span dir="auto">{previous.title}</span>
          </Link>
        )}
        {next?.path !== undefined && (
          <Link to={toAddress(base, next.path)} plain className={styles.link} data-way="next">
            <span className={styles.label}>{text(techdocsMessages.next)}</span>
            <span dir="auto">{next.title}</span>
          </Link>
        )}
      </div>
      {copyright !== undefined && <p className={styles.copyright}>{copyright.replace(/<[^>]*>/g, '')}</p>}
    </footer>
  )
}
