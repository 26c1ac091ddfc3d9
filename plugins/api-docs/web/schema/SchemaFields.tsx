import type { SchemaProperty } from '@portico/api-docs/common'
import { SchemaRow } from './SchemaRows.tsx'
import styles from './SchemaTree.module.css'

const place = { ancestors: [], budget: 0, depth: 0 }

/** Fields with names, each of which unfolds: parameters, headers. */
export function SchemaFields({ fields }: { readonly fields: readonly SchemaProperty[] }) {
  return (
    <ul className={styles.rows}>
      {fields.map(({ name, isRequired, schema }) => (
        <SchemaRow key={name} name={name} isRequired={isRequired} schema={schema} place={place} />
      ))}
    </ul>
  )
}
