import { EntityLink } from '@portico/catalog/web'
import type { FactColumn } from '@portico/connectors/common'
import { Link } from '@portico/core/web'
import { Avatar, RelativeTime } from '@portico/ui'
import { textOf, useUnitWords, type Item } from './fact-words.ts'
import styles from './Sections.module.css'
import { StateText } from './StateText.tsx'

/** One value of an item, as its column says. */
export function ItemCell({ item, column }: { readonly item: Item; readonly column: FactColumn }) {
  const words = useUnitWords()
  const value = item[column.name]
  const said = textOf(item, column.name)
  if (said === undefined) return <span className={styles.muted}>–</span>
  if (column.type === 'link') {
    const to = textOf(item, column.href ?? 'url')
    return to === undefined ? said : <Link to={to}>{said}</Link>
  }
  if (column.type === 'date') return <RelativeTime at={said} />
  if (column.type === 'state') return <StateText fact={column} value={said} />
  if (column.type === 'person') return <Person name={said} />
  if (typeof value === 'number')
    return <span className={styles.number}>{words(value, column.unit ?? (column.type === 'duration' ? 's' : undefined))}</span>
  return (
    <span title={said} dir="auto">
      {said}
    </span>
  )
}

/** A person: of the catalog where the name is a ref. */
export function Person({ name }: { readonly name: string }) {
  if (/^(?:user|group):/i.test(name)) return <EntityLink entity={name} defaultKind="user" />
  return (
    <span className={styles.person}>
      <Avatar name={name} size={20} />
      <span dir="auto">{name}</span>
    </span>
  )
}
