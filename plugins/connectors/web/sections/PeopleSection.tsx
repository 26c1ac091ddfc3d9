import type { ViewFact } from '@portico/connectors/common'
import { Link, useText } from '@portico/core/web'
import { Avatar, RelativeTime } from '@portico/ui'
import { EntityLink } from '@portico/catalog/web'
import { toolMessages } from '../messages.ts'
import { itemsOf, textOf, type Item } from './fact-words.ts'
import styles from './Sections.module.css'
import { Nothing } from './TableSection.tsx'

/** People, such as who is on call, with what they do. */
export function PeopleSection({ fact }: { readonly fact: ViewFact }) {
  const items = itemsOf(fact.value?.value)
  if (items.length === 0) return <Nothing fact={fact} />
  return (
    <ul className={styles.rows} aria-label={fact.title}>
      {items.map((item, index) => (
        <Person key={index} item={item} />
      ))}
    </ul>
  )
}

function Person({ item }: { readonly item: Item }) {
  const text = useText()
  const name = textOf(item, 'name') ?? textOf(item, 'email') ?? '?'
  const [user, url, email, until] = ['user', 'url', 'email', 'until'].map(key => textOf(item, key))
  const role = textOf(item, 'role')
  const to = url ?? (email === undefined ? undefined : `mailto:${email}`)
  return (
    <li className={styles.row}>
      <span className={styles.person}>
        <Avatar name={name} picture={textOf(item, 'picture')} size={24} decorative />
        <span className={styles.lead}>
          {user === undefined ? (
            to === undefined ? (
              name
            ) : (
              <Link to={to}>{name}</Link>
            )
          ) : (
            <EntityLink entity={user} hideIcon>
              {name}
            </EntityLink>
          )}
        </span>
        {role !== undefined && <span className={styles.muted}>{role}</span>}
        {until !== undefined && (
          <span className={styles.when}>
            {text(toolMessages.until)} <RelativeTime at={until} />
          </span>
        )}
      </span>
    </li>
  )
}
