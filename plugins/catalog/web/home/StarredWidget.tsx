import { EmptyWidget, useText } from '@portico/core/web'
import { SkeletonRows } from '@portico/ui'
import { EntityLink } from '../parts/EntityLink.tsx'
import { StarButton } from '../parts/StarButton.tsx'
import { useStarredEntities } from '../starred/starred-entities.ts'
import { catalogHomeMessages } from './messages.ts'
import styles from './Widgets.module.css'

const maxShown = 100

/** What the user has starred. */
export function StarredWidget() {
  const text = useText()
  const { starred, loaded } = useStarredEntities()
  if (!loaded) return <SkeletonRows rows={5} />
  if (starred.size === 0) {
    return <EmptyWidget title={text(catalogHomeMessages.noStars)}>{text(catalogHomeMessages.noStarsText)}</EmptyWidget>
  }
  return (
    <ul className={styles.list}>
      {[...starred]
        .sort((a, b) => nameIn(a).localeCompare(nameIn(b)))
        .slice(0, maxShown)
        .map(ref => (
          <li key={ref} className={styles.row}>
            <span className={styles.name}>
              <EntityLink entity={ref} defaultKind={ref.slice(0, ref.indexOf(':'))} />
            </span>
            <StarButton entity={ref} />
          </li>
        ))}
    </ul>
  )
}

function nameIn(ref: string): string {
  return ref.slice(ref.indexOf('/') + 1)
}
