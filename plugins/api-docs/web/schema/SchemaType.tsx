import type { SchemaNode } from '@portico/api-docs/common'
import { useText } from '@portico/core/web'
import type { ReactNode } from 'react'
import { ItemLink } from '../definition/ItemLink.tsx'
import { schemaMessages } from './messages.ts'
import styles from './SchemaTree.module.css'
import { itemsOf, simplify, toChoiceName, toTypeNames } from './schema-words.ts'

const maxNamed = 4

/** The type of a schema in a few words: `array of Booking`, `string (date)`. Names lead to their schema. */
export function SchemaType({ schema: given }: { readonly schema: SchemaNode }) {
  const schema = simplify(given)
  return <span className={styles.type}>{useTypeWords(schema)}</span>
}

function useTypeWords(schema: SchemaNode): ReactNode {
  const text = useText()
  if (schema.isRefMissing) return <span className={styles.missing}>{text(schemaMessages.missing, { name: schema.refLabel ?? '?' })}</span>
  if (schema.ref !== undefined) {
    return (
      <>
        <ItemLink id={schema.ref}>{schema.refLabel ?? schema.ref}</ItemLink>
        {schema.types?.includes('null') && ' | null'}
      </>
    )
  }
  const items = itemsOf(schema)
  if (items) {
    // The type stands where the language puts it.
    const [before, after] = text(schemaMessages.arrayOf, { type: '\u0000' }).split('\u0000')
    return (
      <>
        {before}
        <SchemaType schema={items} />
        {after}
        {schema.types?.includes('null') && ' | null'}
      </>
    )
  }
  const choices = schema.oneOf ?? schema.anyOf
  if (choices && schema.types === undefined) {
    const names = choices.slice(0, maxNamed).map((each, index) => toChoiceName(each, index + 1))
    return [...names, ...(choices.length > maxNamed ? ['…'] : [])].join(' | ')
  }
  const implied = schema.properties || schema.allOf ? 'object' : schema.enum ? 'enum' : undefined
  return toTypeNames(schema) ?? implied ?? (schema.const === undefined ? text(schemaMessages.anything) : typeof schema.const)
}
