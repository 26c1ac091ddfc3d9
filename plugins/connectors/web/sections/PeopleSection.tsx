import { EntityLink } from '@portico/catalog/web'
import type { ViewFact } from '@portico/connectors/common'
import { useText } from '@portico/core/web'
import { Avatar, RelativeTime } from '@portico/ui'
import { toolMessages } from '../messages.ts'
import { textOf, type Item } from './fact-words.ts'
import { LinkedText } from './ItemCell.tsx'
import { ItemRows } from './ItemRows.tsx'
import styles from './Sections.module.css'

/** People, such as who is on call, with what they do. */
export function PeopleSection({ fact }: { readonly fact: ViewFact }) {
  return <ItemRows fact={fact}>{item => <OnePerson item={item} />}</ItemRows>
}

function OnePerson({ item }: { readonly item: Item }) {
  const text = useText()
  const name = textOf(item, 'name') ?? textOf(item, 'email') ?? '?'
  const [user, url, email, until, role] = ['user', 'url', 'email', 'until', 'role'].map(key => textOf(item, key))
  return (
    <span className={styles.person}>
      <Avatar name={name} picture={textOf(item, 'picture')} size={24} decorative />
      <span className={styles.lead}>
        {user === undefined ? (
          <LinkedText to={url ?? (email === undefined ? undefined : `mailto:${email}`)}>{name}</LinkedText>
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
  )
}
