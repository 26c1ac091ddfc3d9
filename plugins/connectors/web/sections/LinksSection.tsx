import type { ViewFact } from '@portico/connectors/common'
import { textOf } from './fact-words.ts'
import { LinkedText } from './ItemCell.tsx'
import { ItemRows } from './ItemRows.tsx'
import styles from './Sections.module.css'

/** Links, each with what it leads to. */
export function LinksSection({ fact }: { readonly fact: ViewFact }) {
  return (
    <ItemRows fact={fact}>
      {item => {
        const url = textOf(item, 'url')
        const description = textOf(item, 'description')
        return (
          <>
            <span className={styles.lead}>
              <LinkedText to={url}>{textOf(item, 'title') ?? url}</LinkedText>
            </span>
            {description !== undefined && <span className={styles.details}>{description}</span>}
          </>
        )
      }}
    </ItemRows>
  )
}
