import { NamedIcon } from '@portico/core/web'
import styles from './KindIcon.module.css'

/** The icon of a kind in the kind's own hue. */
export function KindIcon({ kind, size = 16 }: { kind: string; size?: number }) {
  return (
    <span className={styles.icon} data-kind={kind.toLowerCase()} aria-hidden>
      <NamedIcon name={`kind:${kind.toLowerCase()}`} size={size} />
    </span>
  )
}
