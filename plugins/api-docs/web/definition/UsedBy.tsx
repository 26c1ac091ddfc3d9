import type { PartLink } from '@portico/api-docs/common'
import { useText } from '@portico/core/web'
import { useNumber } from '@portico/ui'
import { ItemLink } from './ItemLink.tsx'
import { definitionMessages } from './messages.ts'
import { PartSection } from './PartHeader.tsx'
import styles from './PartHeader.module.css'

/** What refers to a schema or a type. */
export function UsedBy({ links, total }: { readonly links: readonly PartLink[]; readonly total: number }) {
  const text = useText()
  const number = useNumber()
  const more = total > links.length ? text(definitionMessages.usedByMore, { shown: number(links.length), total: number(total) }) : undefined
  return (
    <PartSection title={text(definitionMessages.usedBy)} note={more}>
      {links.length === 0 && <p className={styles.note}>{text(definitionMessages.notUsed)}</p>}
      {links.length > 0 && (
        <ul className={styles.links}>
          {links.map(({ id, label }) => (
            <li key={id}>
              <ItemLink id={id}>{label}</ItemLink>
            </li>
          ))}
        </ul>
      )}
    </PartSection>
  )
}
