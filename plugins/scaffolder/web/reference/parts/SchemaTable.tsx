import { useText } from '@portico/core/web'
import { Code, Markdown } from '@portico/ui'
import { Fragment, useMemo } from 'react'
import { referenceMessages } from '../messages.ts'
import { descriptionOf, toSchemaRows, typeOf, variantsOf, type SchemaRow } from '../schema-rows.ts'
import styles from './SchemaTable.module.css'

export interface SchemaTableProps {
  readonly label: string
  readonly schema: unknown
  /** What is said when there is nothing. */
  readonly none: string
}

/** The fields of a JSON schema as a table, one for each of its alternatives. */
export function SchemaTable({ label, schema, none }: SchemaTableProps) {
  const text = useText()
  const variants = useMemo(() => variantsOf(schema).map(variant => ({ variant, rows: toSchemaRows(variant) })), [schema])
  const filled = variants.filter(({ rows }) => rows.length > 0)
  const type = typeOf(schema)
  const description = descriptionOf(schema)
  const words = description !== undefined && <Markdown topHeading={5}>{description}</Markdown>
  if (filled.length === 0) {
    return (
      <>
        <p className={styles.none}>{type === '' || type === 'object' ? none : <Code>{type}</Code>}</p>
        {words}
      </>
    )
  }
  const tables = filled.map(({ rows }, at) => (
    <Fragment key={at}>
      {filled.length > 1 && <p className={styles.variant}>{text(at === 0 ? referenceMessages.either : referenceMessages.or)}</p>}
      <div className={styles.scroll} role="region" aria-label={filled.length > 1 ? `${label} ${at + 1}` : label} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{text(referenceMessages.name)}</th>
              <th scope="col">{text(referenceMessages.type)}</th>
              <th scope="col">{text(referenceMessages.description)}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <FieldRow key={row.path} row={row} />
            ))}
          </tbody>
        </table>
      </div>
    </Fragment>
  ))
  return (
    <>
      {words}
      {tables}
    </>
  )
}

function FieldRow({ row }: { readonly row: SchemaRow }) {
  const text = useText()
  const { path, type, isRequired, title, description, defaultValue, choices } = row
  return (
    <tr>
      <th scope="row" className={styles.name}>
        <code>{path}</code> {isRequired && <span className={styles.required}>{text(referenceMessages.required)}</span>}
      </th>
      <td className={styles.type}>{type === '' ? text(referenceMessages.anything) : type}</td>
      <td className={styles.words}>
        {title !== undefined && title !== description && <span className={styles.title}>{title}</span>}
        {description !== undefined && <Markdown topHeading={5}>{description}</Markdown>}
        {choices.length > 0 && (
          <span className={styles.more}>{text(referenceMessages.oneOf, { values: choices.slice(0, 30).join(', ') })}</span>
        )}
        {defaultValue !== undefined && <span className={styles.more}>{text(referenceMessages.defaultValue, { value: defaultValue })}</span>}
      </td>
    </tr>
  )
}
