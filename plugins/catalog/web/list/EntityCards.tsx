import { useText } from '@portico/core/web'
import { ChipList } from '@portico/ui'
import { catalogMessages } from '../messages.ts'
import { EntityLink } from '../parts/EntityLink.tsx'
import { StarButton } from '../parts/StarButton.tsx'
import { TimeMark } from '../time/time-marks.tsx'
import styles from './EntityCards.module.css'
import type { EntityRow } from './entity-row.ts'
import { RefLinks } from './RefLinks.tsx'

/** The list as cards: more of the description, less of everything else. */
export function EntityCards({
  label,
  rows,
  loading,
  expected,
}: {
  label: string
  rows: readonly EntityRow[]
  loading: boolean
  expected: number
}) {
  if (rows.length === 0) {
    return (
      <div className={styles.cards} aria-busy aria-hidden>
        {Array.from({ length: expected }, (_, index) => (
          <div key={index} className={`${styles.card} ${styles.bone}`} />
        ))}
      </div>
    )
  }
  return (
    <ul className={styles.cards} aria-label={label} aria-busy={loading || undefined} data-stale={loading || undefined}>
      {rows.map(row => (
        <li key={row.resolved.entityRef} className={styles.card}>
          <EntityCard row={row} />
        </li>
      ))}
    </ul>
  )
}

function EntityCard({ row: { entity, resolved } }: { row: EntityRow }) {
  const text = useText()
  const { description, tags = [] } = entity.metadata
  const facts = [entity.spec?.['type'], entity.spec?.['lifecycle']].filter(value => typeof value === 'string')
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.name}>
          <EntityLink entity={entity} defaultKind={entity.kind} />
        </h2>
        <TimeMark entityRef={resolved.entityRef} />
        <StarButton entity={entity} size={24} />
      </div>
      <p className={styles.description} dir="auto">
        {description?.slice(0, 400)}
      </p>
      <div className={styles.foot}>
        {resolved.owners.length > 0 && (
          <span className={styles.owner} title={text(catalogMessages.owner)}>
            <RefLinks refs={resolved.owners} defaultKind="Group" />
          </span>
        )}
        {facts.length > 0 && <span className={styles.facts}>{facts.join(' · ')}</span>}
      </div>
      {tags.length > 0 && <ChipList items={tags} max={2} maxLength={30} />}
    </>
  )
}
