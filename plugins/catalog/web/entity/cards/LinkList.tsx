import type { EntityLink } from '@portico/catalog/common'
import { NamedIcon, useText } from '@portico/core/web'
import { isSafeAddress, Link } from '@portico/ui'
import { entityMessages } from '../messages.ts'
import styles from './LinkList.module.css'

/** Links of an entity. One that would run a script is shown as text only. */
export function LinkList({ links }: { links: readonly EntityLink[] }) {
  const text = useText()
  if (links.length === 0) return undefined
  return (
    <ul className={styles.links}>
      {links.map(({ url, title, icon }, index) => (
        <li key={index} className={styles.link}>
          <span className={styles.icon}>
            <NamedIcon name={icon ?? 'web'} size={16} />
          </span>
          <span className={styles.words} dir="auto">
            <Link to={url} title={url}>
              {title || url}
            </Link>
            {!isSafeAddress(url) && <span className={styles.unsafe}>{text(entityMessages.unsafeLink)}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}
