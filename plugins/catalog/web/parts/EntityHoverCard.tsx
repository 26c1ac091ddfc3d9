import { Tooltip } from '@portico/ui'
import type { EntityPresentation } from '../presentation/entity-presentation.ts'
import styles from './EntityHoverCard.module.css'
import { KindIcon } from './KindIcon.tsx'

/** The details of an entity, beside the hovered link. */
export function EntityHoverCard({ presentation, target }: { presentation: EntityPresentation; target: HTMLElement }) {
  const { kind, primaryTitle, secondaryTitle } = presentation
  return (
    <Tooltip
      opened
      target={target}
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
