import { useText } from '@portico/core/web'
import { Markdown } from '@portico/ui'
import type { ReactNode } from 'react'
import { formMessages } from '../../messages.ts'
import styles from './FieldFrame.module.css'

export interface FieldFrameProps {
  readonly id: string
  readonly title: string | undefined
  readonly required: boolean
  readonly description?: string | undefined
  readonly help?: string | undefined
  readonly errors?: readonly string[] | undefined
  /** Something about the field itself that the author of the template should know. */
  readonly warning?: string | undefined
  /** Several controls: the title names them together. */
  readonly isGroup?: boolean
  readonly children: ReactNode
}

/** The ids of the elements around a control that describe it. */
export function describedBy(id: string): string {
  return `${id}__error ${id}__description ${id}__help`
}

/** A field: its title above, the control, and under it what is wrong, the description and the help. */
export function FieldFrame({ id, title, required, description, help, errors = [], warning, isGroup = false, children }: FieldFrameProps) {
  const text = useText()
  const name = title !== undefined && (
    <>
      {title}
      {required && (
        <span className={styles.required} title={text(formMessages.requiredMark)} aria-hidden>
          *
        </span>
      )}
    </>
  )
  const rest = (
    <>
      {errors.length > 0 && (
        <ul id={`${id}__error`} className={styles.errors}>
          {errors.map(error => (
            <li key={error}>{error}</li>
          ))}
        </ul>
      )}
      {warning !== undefined && <p className={styles.warning}>{warning}</p>}
      <FieldText id={`${id}__description`} text={description} />
      <FieldText id={`${id}__help`} text={help} />
    </>
  )
  if (isGroup) {
    return (
      <fieldset className={styles.group} id={id} aria-describedby={describedBy(id)}>
        {name && <legend className={styles.legend}>{name}</legend>}
        {children}
        {rest}
      </fieldset>
    )
  }
  return (
    <div className={styles.field}>
      {name && (
        <label htmlFor={id} className={styles.title}>
          {name}
        </label>
      )}
      {children}
      {rest}
    </div>
  )
}

// Most descriptions are plain words: only those that look like Markdown load what renders it.
const marked = /[*_`[\]<>#|]|https?:|\n/

/** A description or a help, with Markdown. HTML in it is text. */
export function FieldText({ id, text }: { readonly id: string; readonly text: string | undefined }) {
  if (text === undefined || text.trim() === '') return undefined
  return (
    <div id={id} className={styles.text}>
      {marked.test(text) ? <Markdown>{text}</Markdown> : text}
    </div>
  )
}
