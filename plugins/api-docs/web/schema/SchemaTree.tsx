import type { SchemaNode } from '@portico/api-docs/common'
import { useText } from '@portico/core/web'
import { useState } from 'react'
import { schemaMessages } from './messages.ts'
import { SchemaDetails } from './SchemaDetails.tsx'
import { SchemaBody } from './SchemaRows.tsx'
import { SchemaType } from './SchemaType.tsx'
import styles from './SchemaTree.module.css'
import { countBelow, simplify } from './schema-words.ts'

/** How many rows "Unfold all" opens. */
const unfoldedRows = 400

export interface SchemaTreeProps {
  readonly schema: SchemaNode
  /** The id of the schema that this is, where it is shown on its own page: inside itself it is not unfolded again. */
  readonly id?: string
  /** The page has the description already. */
  readonly withoutDescription?: boolean
}

/** A schema as a tree: its fields, each of which unfolds. */
export function SchemaTree({ schema: given, id, withoutDescription = false }: SchemaTreeProps) {
  const text = useText()
  const [opened, setOpened] = useState({ budget: 0, times: 0 })
  const schema = simplify(given)
  const hasRows = countBelow(schema) > 0
  const set = (budget: number) => setOpened({ budget, times: opened.times + 1 })
  return (
    <div className={styles.tree}>
      <div className={styles.head}>
        <SchemaType schema={schema} />
        {hasRows && (
          <button type="button" className={styles.more} onClick={() => set(opened.budget === 0 ? unfoldedRows : 0)}>
            {text(opened.budget === 0 ? schemaMessages.expandAll : schemaMessages.collapseAll)}
          </button>
        )}
      </div>
      <SchemaDetails schema={schema} withoutDescription={withoutDescription} />
      {hasRows && (
        <ul key={opened.times} className={styles.rows}>
          <SchemaBody schema={schema} place={{ ancestors: id === undefined ? [] : [id], budget: opened.budget, depth: 0 }} />
        </ul>
      )}
    </div>
  )
}
