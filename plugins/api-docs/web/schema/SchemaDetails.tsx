import type { SchemaNode } from '@portico/api-docs/common'
import { Link, useText } from '@portico/core/web'
import { useState } from 'react'
import { Description } from '../definition/Description.tsx'
import { Extensions } from '../definition/Extensions.tsx'
import { schemaMessages } from './messages.ts'
import styles from './SchemaTree.module.css'
import { itemsOf, toConstraintText, toValueText } from './schema-words.ts'

const shownValues = 12
const shownExamples = 3

/** What is said about a schema beside its type and its fields. */
export function SchemaDetails({
  schema,
  withoutDescription = false,
}: {
  readonly schema: SchemaNode
  readonly withoutDescription?: boolean
}) {
  const text = useText()
  const items = itemsOf(schema)
  const { constraints = [], examples = [] } = schema
  return (
    <>
      {!withoutDescription && <Description text={schema.description} />}
      {constraints.length > 0 && (
        <ul className={styles.chips}>
          {constraints.map(constraint => (
            <li key={constraint[0]}>
              <code className={styles.chip}>{toConstraintText(constraint)}</code>
            </li>
          ))}
        </ul>
      )}
      {schema.enum && <EnumValues values={schema.enum} texts={schema.enumTexts} />}
      <ValueLine label={text(schemaMessages.constant)} values={schema.const === undefined ? [] : [schema.const]} />
      <ValueLine label={text(schemaMessages.default)} values={schema.default === undefined ? [] : [schema.default]} />
      <ValueLine label={text(schemaMessages.example)} values={examples.slice(0, shownExamples)} />
      {schema.externalDocs && (
        <Link to={schema.externalDocs.url}>{schema.externalDocs.description ?? text(schemaMessages.documentation)}</Link>
      )}
      {schema.isCut && <p className={styles.note}>{text(schemaMessages.cut)}</p>}
      {items && items.ref === undefined && <SchemaDetails schema={items} />}
      <Extensions values={schema.extensions} />
    </>
  )
}

function ValueLine({ label, values }: { readonly label: string; readonly values: readonly unknown[] }) {
  if (values.length === 0) return undefined
  return (
    <p className={styles.values}>
      <span className={styles.label}>{label}</span>
      {values.map((value, index) => (
        <code key={index} className={styles.value}>
          {toValueText(value)}
        </code>
      ))}
    </p>
  )
}

function EnumValues({ values, texts = {} }: { readonly values: readonly unknown[]; readonly texts?: SchemaNode['enumTexts'] }) {
  const text = useText()
  const [all, setAll] = useState(false)
  const shown = all ? values : values.slice(0, shownValues)
  const hasTexts = Object.keys(texts).length > 0
  return (
    <div className={styles.values}>
      <span className={styles.label}>{text(schemaMessages.allowed)}</span>
      {shown.map((value, index) => {
        const words = toValueText(value)
        return (
          <span key={index} className={hasTexts ? styles.explained : undefined}>
            <code className={styles.value}>{words}</code>
            {texts[words] !== undefined && <span className={styles.note}> {texts[words]}</span>}
          </span>
        )
      })}
      {shown.length < values.length && (
        <button type="button" className={styles.more} onClick={() => setAll(true)}>
          {text(schemaMessages.moreValues, { count: values.length - shown.length })}
        </button>
      )}
    </div>
  )
}
