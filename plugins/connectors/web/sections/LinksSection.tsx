import type { ViewFact } from '@portico/connectors/common'
import { Link } from '@portico/core/web'
import { itemsOf, textOf } from './fact-words.ts'
import styles from './Sections.module.css'
import { Nothing } from './TableSection.tsx'

/** Links, each with what it leads to. */
export function LinksSection({ fact }: { readonly fact: ViewFact }) {
  const items = itemsOf(fact.value?.value)
  if (items.length === 0) return <Nothing fact={fact} />
  return (
    <ul className={styles.rows} aria-label={fact.title}>
      {items.map((item, index) => {
        const url = textOf(item, 'url')
        const title = textOf(item, 'title') ?? url
        return (
          <li key={index} className={styles.row}>
            <span className={styles.lead}>{url === undefined ? title : <Link to={url}>{title}</Link>}</span>
            {textOf(item, 'description') !== undefined && <span className={styles.details}>{textOf(item, 'description')}</span>}
          </li>
        )
      })}
    </ul>
  )
}
