import { uiMessages } from './messages.ts'
import styles from './Skeleton.module.css'
import { useText } from './text.tsx'

/** The skeleton of rows that are loading. */
export function SkeletonRows({ rows = 3 }: { rows?: number }) {
  const text = useText()
  return (
    <div className={styles.rows} role="status">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.row} />
      ))}
      <span className={styles.hidden}>{text(uiMessages.loading)}</span>
    </div>
  )
}
