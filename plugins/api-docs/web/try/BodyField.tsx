import { initialBody, isFormType, isJsonType, type Media, type TypedBody } from '@portico/api-docs/common'
import { useText } from '@portico/core/web'
import { CodeEditor, Select } from '@portico/ui'
import { useMemo } from 'react'
import { jsonMistakes } from './json-mistakes.ts'
import { tryMessages } from './messages.ts'
import styles from './Try.module.css'

interface BodyFieldProps {
  readonly media: readonly Media[]
  readonly value: TypedBody
  readonly onChange: (body: TypedBody) => void
}

/** The body of a request: it begins with the definition's example. JSON is checked, and sent all the same: a mistake may be the point. */
export function BodyField({ media, value, onChange }: BodyFieldProps) {
  const text = useText()
  const isForm = isFormType(value.type)
  const isJson = isForm || isJsonType(value.type)
  const marks = useMemo(
    () => (isJson ? jsonMistakes(value.text).map(({ line, reason }) => ({ line, message: text(tryMessages.notJson, { reason }) })) : []),
    [isJson, value.text, text],
  )
  const bodies = media.map(initialBody)
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{text(tryMessages.body)}</legend>
      {bodies.length > 1 ? (
        <Select
          inline
          label={text(tryMessages.contentType)}
          value={value.type}
          options={bodies.map(({ type }) => ({ value: type, label: type }))}
          onChange={type => onChange(bodies.find(each => each.type === type) ?? value)}
        />
      ) : (
        <p className={styles.hint}>{value.type}</p>
      )}
      {isForm && <p className={styles.hint}>{text(tryMessages.formAsJson)}</p>}
      <CodeEditor
        key={value.type}
        label={text(tryMessages.body)}
        language={isJson ? 'json' : 'text'}
        value={value.text}
        marks={marks}
        minHeight={120}
        maxHeight={360}
        onChange={next => onChange({ ...value, text: next })}
      />
    </fieldset>
  )
}
