import { SkeletonRows } from '@portico/ui'
import styles from './DefinitionFrame.module.css'

/** The shape of a definition that is loading: a list, and a text beside it. */
export function DefinitionSkeleton() {
  return (
    <div className={styles.frame}>
      <div className={styles.bar} />
      <div className={styles.columns}>
        <div className={styles.side} aria-hidden>
          <SkeletonRows rows={14} />
        </div>
        <div className={styles.article}>
          <SkeletonRows rows={10} />
        </div>
      </div>
    </div>
  )
}
