import { EntityLink } from '@portico/catalog/web'
import type { FactColumn } from '@portico/connectors/common'
import { Link } from '@portico/core/web'
import { Avatar, RelativeTime } from '@portico/ui'
import type { ReactNode } from 'react'
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
    return <LinkedText to={textOf(item, column.href ?? 'url')}>{said}</LinkedText>
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

/** A text that leads somewhere, where there is an address. */
export function LinkedText({ to, children }: { readonly to: string | undefined; readonly children: ReactNode }) {
  return to === undefined ? children : <Link to={to}>{children}</Link>
}

/** A person: of the catalog where the name is a ref. */
function Person({ name }: { readonly name: string }) {
  if (/^(?:user|group):/i.test(name)) return <EntityLink entity={name} defaultKind="user" />
  return (
    <span className={styles.person}>
      <Avatar name={name} size={20} />
      <span dir="auto">{name}</span>
    </span>
  )
}
