import { useText } from '@portico/core/web'
import { CopyButton } from '@portico/ui'
import { useId, type ReactNode } from 'react'
import { useItemHref } from './definition-context.tsx'
import { definitionMessages } from './messages.ts'
import { MethodWord } from './MethodWord.tsx'
import styles from './PartHeader.module.css'

export interface PartHeaderProps {
  readonly id: string
  readonly title: ReactNode
  /** The word in front of it: a method, or what it is. */
  readonly word?: string | undefined
  readonly summary?: string | undefined
  readonly isDeprecated?: boolean | undefined
  readonly children?: ReactNode
}

/** The head of a part: what it is called, with a link to copy, and what it is for. */
export function PartHeader({ id, title, word, summary, isDeprecated = false, children }: PartHeaderProps) {
  const text = useText()
  const hrefOf = useItemHref()
  return (
    <header className={styles.header}>
      <div className={styles.titleLine}>
        {word !== undefined && <MethodWord word={word} />}
        <h2 className={styles.title} data-deprecated={isDeprecated || undefined}>
          {title}
        </h2>
        <CopyButton label={text(definitionMessages.copyLink)} getValue={() => new URL(hrefOf(id), window.location.href).href} />
        {isDeprecated && <span className={styles.deprecated}>{text(definitionMessages.deprecated)}</span>}
      </div>
      {summary !== undefined && <p className={styles.summary}>{summary}</p>}
      {children}
    </header>
  )
}

export interface PartSectionProps {
  readonly title: string
  readonly note?: ReactNode
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** A section of a part under its own heading. */
export function PartSection({ title, note, action, children }: PartSectionProps) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <h3 id={id} className={styles.sectionTitle}>
          {title}
        </h3>
        {note !== undefined && <span className={styles.note}>{note}</span>}
        {action}
      </div>
      {children}
    </section>
  )
}
