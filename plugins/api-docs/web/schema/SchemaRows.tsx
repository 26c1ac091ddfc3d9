import type { SchemaNode } from '@portico/api-docs/common'
import { RequestErrorPanel, useText } from '@portico/core/web'
import { SkeletonRows } from '@portico/ui'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useState, type ReactNode } from 'react'
import { usePart } from '../definition/definition-context.tsx'
import { ItemLink } from '../definition/ItemLink.tsx'
import { schemaMessages } from './messages.ts'
import { SchemaChoice } from './SchemaChoice.tsx'
import { SchemaDetails } from './SchemaDetails.tsx'
import { SchemaType } from './SchemaType.tsx'
import styles from './SchemaTree.module.css'
import { countBelow, isUndescribed, itemsOf, simplify, targetOf, withOwnWords } from './schema-words.ts'

const shownFields = 60
const maxMergedDepth = 6

/** Where in a tree something stands. */
export interface Place {
  /** The schemas that it is in, from outside in: one of these again is not unfolded by itself. */
  readonly ancestors: readonly string[]
  /** How many rows may be unfolded below it by themselves. Its rows share it, so that the whole is bounded. */
  readonly budget: number
  readonly depth: number
}

function below(place: Place, rows: number): Place {
  return { ...place, budget: Math.floor((place.budget - rows) / Math.max(1, rows)), depth: place.depth + 1 }
}

export interface SchemaRowProps {
  /** The name of a field. */
  readonly name?: string | undefined
  /** What it is, where it has no name: `Items`. */
  readonly label?: string | undefined
  readonly isRequired?: boolean | undefined
  readonly schema: SchemaNode
  readonly place: Place
}

/** A field, or another schema inside of one: a line, what is said about it, and what is below it. */
export function SchemaRow({ name, label, isRequired = false, schema: given, place }: SchemaRowProps) {
  const text = useText()
  const schema = simplify(given)
  const rows = countBelow(schema)
  const target = targetOf(schema)
  const isRecursive = target !== undefined && place.ancestors.includes(target)
  const [chosen, setChosen] = useState<boolean>()
  const isOpen = chosen ?? (rows > 0 && rows <= place.budget && !isRecursive)
  const title = name === undefined ? <span className={styles.label}>{label}</span> : <code className={styles.name}>{name}</code>
  return (
    <li className={styles.row}>
      <div className={styles.line} data-deprecated={schema.isDeprecated || undefined}>
        {rows > 0 ? (
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-label={text(schemaMessages.unfold, { name: name ?? label ?? '' })}
            onClick={() => setChosen(!isOpen)}
          >
            <IconChevronRight size={14} aria-hidden className={styles.chevron} />
            {title}
          </button>
        ) : (
          <span className={styles.leaf}>{title}</span>
        )}
        {(!isRequired || !isUndescribed(given)) && <SchemaType schema={schema} />}
        {isRequired && <span className={styles.required}>{text(schemaMessages.required)}</span>}
        <Flags schema={schema} isRecursive={isRecursive} />
      </div>
      <div className={styles.details}>
        <SchemaDetails schema={schema} />
      </div>
      {isOpen && (
        <ul className={styles.children}>
          <SchemaBody schema={schema} place={below(place, rows)} />
        </ul>
      )}
    </li>
  )
}

function Flags({ schema, isRecursive }: { readonly schema: SchemaNode; readonly isRecursive: boolean }) {
  const text = useText()
  const flags = [
    schema.isDeprecated && schemaMessages.deprecated,
    schema.isReadOnly && schemaMessages.readOnly,
    schema.isWriteOnly && schemaMessages.writeOnly,
    isRecursive && schemaMessages.recursive,
  ].filter(flag => typeof flag === 'object')
  return flags.map(flag => (
    <span key={flag.key} className={styles.flag}>
      {text(flag)}
    </span>
  ))
}

/** What is below a schema, as rows of a list. */
export function SchemaBody({ schema: given, place }: { readonly schema: SchemaNode; readonly place: Place }) {
  const text = useText()
  const schema = simplify(given)
  if (schema.ref !== undefined) return <ReferredBody schema={schema} place={place} />
  const items = itemsOf(schema)
  const row = (label: string, node: SchemaNode | undefined) => node && <SchemaRow key={label} label={label} schema={node} place={place} />
  return (
    <>
      <Fields properties={schema.properties ?? []} place={place} />
      {schema.patternProperties?.map(({ pattern, schema: node }) => row(text(schemaMessages.matching, { pattern }), node))}
      {row(text(schemaMessages.names), schema.propertyNames)}
      {typeof schema.additionalProperties === 'object' && row(text(schemaMessages.otherFields), schema.additionalProperties)}
      {schema.additionalProperties === false && <li className={styles.note}>{text(schemaMessages.noOtherFields)}</li>}
      {schema.prefixItems?.map((node, index) => row(text(schemaMessages.item, { number: index + 1 }), node))}
      {items ? <SchemaBody schema={items} place={place} /> : row(text(schemaMessages.items), schema.items)}
      {row(text(schemaMessages.contains), schema.contains)}
      {schema.allOf?.map((node, index) => (
        <Merged key={index} schema={node} place={place} />
      ))}
      {schema.oneOf && <Choice label={text(schemaMessages.oneOf)} schema={schema} choices={schema.oneOf} place={place} />}
      {schema.anyOf && <Choice label={text(schemaMessages.anyOf)} schema={schema} choices={schema.anyOf} place={place} />}
      {row(text(schemaMessages.not), schema.not)}
      {row(text(schemaMessages.when), schema.if)}
      {row(text(schemaMessages.fulfilled), schema.then)}
      {row(text(schemaMessages.otherwise), schema.else)}
    </>
  )
}

function Fields({ properties, place }: { readonly properties: NonNullable<SchemaNode['properties']>; readonly place: Place }) {
  const text = useText()
  const [all, setAll] = useState(false)
  const shown = all ? properties : properties.slice(0, shownFields)
  return (
    <>
      {shown.map(({ name, isRequired, schema }) => (
        <SchemaRow key={name} name={name} isRequired={isRequired} schema={schema} place={place} />
      ))}
      {shown.length < properties.length && (
        <li>
          <button type="button" className={styles.more} onClick={() => setAll(true)}>
            {text(schemaMessages.moreFields, { count: properties.length - shown.length })}
          </button>
        </li>
      )}
    </>
  )
}

/** One of several that hold together. Its fields stand among the others, under the name of their schema. */
function Merged({ schema, place }: { readonly schema: SchemaNode; readonly place: Place }) {
  const text = useText()
  if (schema.ref === undefined) {
    return countBelow(schema) > 0 ? (
      <SchemaBody schema={schema} place={place} />
    ) : (
      <SchemaRow label={text(schemaMessages.allOf)} schema={schema} place={place} />
    )
  }
  if (schema.isRefMissing || place.ancestors.includes(schema.ref) || place.depth > maxMergedDepth)
    return <SchemaRow label={text(schemaMessages.allOf)} schema={schema} place={place} />
  return (
    <>
      <li className={styles.from}>
        {text(schemaMessages.allOf)} <ItemLink id={schema.ref}>{schema.refLabel ?? schema.ref}</ItemLink>
      </li>
      <SchemaBody schema={schema} place={{ ...place, depth: place.depth + 1 }} />
    </>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly schema: SchemaNode
  readonly choices: readonly SchemaNode[]
  readonly place: Place
}

function Choice({ label, schema, choices, place }: ChoiceProps) {
  return (
    <li className={styles.row}>
      <SchemaChoice label={label} choices={choices} discriminator={schema.discriminator}>
        {chosen => (
          <>
            <div className={styles.details}>
              <SchemaDetails schema={chosen} />
            </div>
            {countBelow(chosen) > 0 && (
              <ul className={styles.children}>
                <SchemaBody schema={chosen} place={below(place, choices.length)} />
              </ul>
            )}
          </>
        )}
      </SchemaChoice>
    </li>
  )
}

/** The schema that another leads to, loaded when it is unfolded. */
function ReferredBody({ schema, place }: { readonly schema: SchemaNode; readonly place: Place }): ReactNode {
  const text = useText()
  const { ref = '' } = schema
  const { part, isMissing, error, retry } = usePart(ref)
  if (error)
    return (
      <li>
        <RequestErrorPanel error={error} onRetry={retry} />
      </li>
    )
  if (isMissing) return <li className={styles.missing}>{text(schemaMessages.missing, { name: schema.refLabel ?? ref })}</li>
  if (!part)
    return (
      <li>
        <SkeletonRows rows={2} />
      </li>
    )
  if (part.kind !== 'schema') return undefined
  const { description: _shown, ...own } = schema
  const whole = withOwnWords(part.schema, own)
  const isEmpty = countBelow(simplify(whole)) === 0
  const isAgain = place.ancestors.includes(ref) && part.schema.ref !== undefined
  const inside = { ...place, ancestors: [...place.ancestors, ref] }
  return (
    <>
      <li className={styles.details}>
        <SchemaDetails schema={part.schema} withoutDescription={schema.description === part.schema.description} />
        {isEmpty && <SchemaType schema={part.schema} />}
      </li>
      {!isAgain && <SchemaBody schema={whole} place={inside} />}
    </>
  )
}
