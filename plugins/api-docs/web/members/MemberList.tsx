import { useText } from '@portico/core/web'
import { Button, useNumber } from '@portico/ui'
import { useState, type ReactNode } from 'react'
import { Description } from '../definition/Description.tsx'
import { memberMessages } from './messages.ts'
import styles from './Members.module.css'

/** A long list is drawn in steps: nobody reads a thousand values at once. */
const step = 100

export interface Member {
  readonly key: string
  readonly name: ReactNode
  /** After the name: its type, its number, words that mark it. */
  readonly line?: ReactNode
  readonly description?: string | undefined
  /** Why it should not be used any more; true where no reason is given. */
  readonly deprecation?: string | boolean | undefined
  readonly children?: ReactNode
}

/** What something consists of: fields, arguments, values. Each in a row with its description. */
export function MemberList({ label, members }: { readonly label: string; readonly members: readonly Member[] }) {
  const text = useText()
  const number = useNumber()
  const [shown, setShown] = useState(step)
  const rest = members.length - shown
  return (
    <>
      <ul className={styles.members} aria-label={label}>
        {members.slice(0, shown).map(member => (
          <MemberRow key={member.key} member={member} />
        ))}
      </ul>
      {rest > 0 && (
        <div>
          <Button variant="default" size="compact-sm" onClick={() => setShown(shown + 5 * step)}>
            {text(memberMessages.more, { count: number(Math.min(rest, 5 * step)) })}
          </Button>
        </div>
      )}
    </>
  )
}

function MemberRow({ member: { name, line, description, deprecation, children } }: { readonly member: Member }) {
  const text = useText()
  const isDeprecated = deprecation !== undefined && deprecation !== false
  return (
    <li className={styles.member}>
      <div className={styles.line}>
        <code className={styles.name} data-deprecated={isDeprecated || undefined}>
          {name}
        </code>
        {line}
        {isDeprecated && <span className={styles.deprecated}>{text(memberMessages.deprecated)}</span>}
      </div>
      {typeof deprecation === 'string' && deprecation !== '' && (
        <div className={styles.reason}>
          <Description text={deprecation} />
        </div>
      )}
      <Description text={description} />
      {children}
    </li>
  )
}

/** A word that marks a member: its number, that it repeats, a directive. */
export function Mark({ children }: { readonly children: ReactNode }) {
  return <span className={styles.mark}>{children}</span>
}

/** Words of the definition as it writes them: directives, options. */
export function Written({ words }: { readonly words: readonly string[] | undefined }) {
  if (!words || words.length === 0) return undefined
  return (
    <div className={styles.written}>
      {words.map((word, index) => (
        <code key={index}>{word}</code>
      ))}
    </div>
  )
}
