import { GraphSkeleton } from '@portico/ui'
import styles from './GraphPlaceholder.module.css'

/** Takes the size of the graph while it loads. */
export function GraphPlaceholder({ label, isSmall = false }: { label?: string | undefined; isSmall?: boolean }) {
  return (
    <div className={styles.place} data-small={isSmall || undefined}>
      <GraphSkeleton label={label} />
    </div>
  )
}
