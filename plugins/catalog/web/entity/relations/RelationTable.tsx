import { useText } from '@portico/core/web'
import { Status, VisuallyHidden } from '@portico/ui'
import { EntityLink } from '../../parts/EntityLink.tsx'
import { specText } from '../entity-values.ts'
import { entityMessages } from '../messages.ts'
import type { RelationRow } from './relation-rows.ts'
import styles from './RelationTable.module.css'

/** A few related entities, a line each. */
export function RelationTable({ label, rows }: { label: string; rows: readonly RelationRow[] }) {
  const text = useText()
  return (
    <table className={styles.table} aria-label={label}>
      <thead className={styles.head}>
        <tr>
          {[entityMessages.name, entityMessages.type, entityMessages.description].map(message => (
            <th key={message.key} scope="col">
              <VisuallyHidden>{text(message)}</VisuallyHidden>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={row.ref} className={styles.row}>
            <td className={styles.name}>
              <EntityLink entity={row.entity ?? row.ref} defaultKind={row.entity?.kind} />
            </td>
            <td className={styles.type}>{row.entity && specText(row.entity, 'type')}</td>
            <td className={styles.description}>
              <RowDetail row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What a row shows besides its name. */
export function RowDetail({ row: { entity, isMissing } }: { row: RelationRow }) {
  const text = useText()
  if (isMissing) return <Status kind="warning">{text(entityMessages.notInCatalog)}</Status>
  const description = entity?.metadata.description
  return (
    <span title={description} dir="auto">
      {description}
    </span>
  )
}
