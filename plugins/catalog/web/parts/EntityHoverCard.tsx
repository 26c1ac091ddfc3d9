import { Tooltip } from '@portico/ui'
import type { EntityPresentation } from '../presentation/entity-presentation.ts'
import styles from './EntityHoverCard.module.css'
import { KindIcon } from './KindIcon.tsx'

/** What is known of an entity beside its name, at the link that was rested on. */
export function EntityHoverCard({ presentation, place }: { presentation: EntityPresentation; place: HTMLElement }) {
  const { kind, primaryTitle, secondaryTitle } = presentation
  return (
    <Tooltip
      opened
      target={place}
      position="bottom-start"
      multiline
      role="tooltip"
      className={styles.card ?? ''}
      label={
        <>
          <span className={styles.title} dir="auto">
            <KindIcon kind={kind} />
            <span className={styles.name}>{primaryTitle}</span>
          </span>
          {secondaryTitle !== undefined && (
            <span className={styles.more} dir="auto">
              {secondaryTitle}
            </span>
          )}
        </>
      }
    />
  )
}
