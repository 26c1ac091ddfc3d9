import { Catch } from '../Catch.tsx'
import styles from './NavBadge.module.css'

/** How many there are behind an entry of the navigation; nothing for none, or where its plugin cannot say. */
export function NavBadge({ useBadge }: { useBadge: () => number | undefined }) {
  return (
    <Catch fallback={() => undefined}>
      <Count useBadge={useBadge} />
    </Catch>
  )
}

function Count({ useBadge }: { useBadge: () => number | undefined }) {
  const count = useBadge()
  if (!count) return undefined
  return <span className={styles.badge}>{count > 99 ? '99+' : count}</span>
}
