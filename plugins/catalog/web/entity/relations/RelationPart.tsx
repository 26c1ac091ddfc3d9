import { useText } from '@portico/core/web'
import { Button, useNumber } from '@portico/ui'
import { useId } from 'react'
import { useEntity } from '../../entity-context.tsx'
import { entityMessages } from '../messages.ts'
import { useSearchParam } from '../search-param.ts'
import { AllRelations } from './AllRelations.tsx'
import { relationTitle, type EntityRelations } from './relation-groups.ts'
import { rowsAtFirst, useFirstRows } from './relation-rows.ts'
import { RelationTable } from './RelationTable.tsx'
import styles from './RelationPart.module.css'

/** One direction of a relation: the count, the first few, and a button for all of them. */
export function RelationPart({ relation: { type, refs } }: { relation: EntityRelations }) {
  const text = useText()
  const number = useNumber()
  const id = useId()
  const [opened, open] = useSearchParam('relation')
  const isOpen = opened === type
  const title = text(relationTitle(type))
  return (
    <section className={styles.part} aria-labelledby={id}>
      <div className={styles.head}>
        <h3 id={id} className={styles.title} dir="auto">
          {title} <span className={styles.count}>{number(refs.length)}</span>
        </h3>
        {isOpen && refs.length > rowsAtFirst && (
          <Button variant="subtle" color="gray" size="compact-xs" onClick={() => open(undefined)}>
            {text(entityMessages.showFirst, { count: rowsAtFirst })}
          </Button>
        )}
      </div>
      {isOpen && refs.length > rowsAtFirst ? <AllRelations title={title} refs={refs} /> : <FirstRelations title={title} refs={refs} />}
      {!isOpen && refs.length > rowsAtFirst && (
        <button type="button" className={styles.all} onClick={() => open(type)} aria-describedby={id}>
          {text(entityMessages.showAllCount, { count: number(refs.length) })}
        </button>
      )}
    </section>
  )
}

function FirstRelations({ title, refs }: { title: string; refs: readonly string[] }) {
  const { rowOf } = useFirstRows(useEntity())
  return <RelationTable label={title} rows={refs.slice(0, rowsAtFirst).map(rowOf)} />
}
