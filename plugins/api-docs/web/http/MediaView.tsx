import type { Example, Media } from '@portico/api-docs/common'
import { useText } from '@portico/core/web'
import { CodeBlock, Link, SegmentedControl, Select } from '@portico/ui'
import { useState } from 'react'
import { Description } from '../definition/Description.tsx'
import { Fold } from '../definition/Fold.tsx'
import { SchemaTree } from '../schema/SchemaTree.tsx'
import styles from './Http.module.css'
import { httpMessages } from './messages.ts'

const maxLetters = 56

/** A body by media type: its schema and its examples. */
export function MediaView({ media }: { readonly media: readonly Media[] }) {
  const text = useText()
  const [at, setAt] = useState(0)
  const chosen = media[at] ?? media[0]
  if (!chosen) return undefined
  return (
    <div className={styles.media}>
      {media.length === 1 ? (
        <code className={styles.mediaType}>{chosen.type}</code>
      ) : (
        <OneOfFew label={text(httpMessages.mediaType)} names={media.map(({ type }) => type)} at={at} onChange={setAt} />
      )}
      {chosen.schema && <SchemaTree key={chosen.type} schema={chosen.schema} />}
      {chosen.itemSchema && (
        <div>
          <p className={styles.label}>{text(httpMessages.stream)}</p>
          <SchemaTree schema={chosen.itemSchema} />
        </div>
      )}
      <Examples key={`${chosen.type} examples`} examples={chosen.examples} mediaType={chosen.type} />
      {chosen.encoding && (
        <Fold title={text(httpMessages.encoding)}>
          {() => <CodeBlock code={JSON.stringify(chosen.encoding, undefined, 2)} language="json" />}
        </Fold>
      )}
    </div>
  )
}

interface OneOfFewProps {
  readonly label: string
  readonly names: readonly string[]
  readonly at: number
  readonly onChange: (at: number) => void
}

/** A choice of one by its name: side by side where there is room for the names. */
export function OneOfFew({ label, names, at, onChange }: OneOfFewProps) {
  const props = { label, labelHidden: true, value: String(at), onChange: (value: string) => onChange(Number(value)) }
  const options = names.map((name, index) => ({ value: String(index), label: name }))
  const letters = names.reduce((sum, name) => sum + name.length + 2, 0)
  if (letters <= maxLetters) return <SegmentedControl {...props} segments={options} className={styles.few} />
  return (
    <div className={styles.choice}>
      <Select {...props} inline options={options} />
    </div>
  )
}

const languages: readonly (readonly [RegExp, string])[] = [
  [/json/, 'json'],
  [/xml|html/, 'xml'],
  [/yaml/, 'yaml'],
  [/graphql/, 'graphql'],
  [/javascript/, 'javascript'],
]

interface ExamplesProps {
  readonly examples: readonly Example[]
  readonly mediaType?: string
}

/** Examples, one of which is shown. */
export function Examples({ examples, mediaType = 'json' }: ExamplesProps) {
  const text = useText()
  const [at, setAt] = useState(0)
  const chosen = examples[at] ?? examples[0]
  if (!chosen) return undefined
  const names = examples.map((each, index) => each.summary ?? each.name ?? text(httpMessages.exampleNumber, { number: index + 1 }))
  const only = names[0] !== undefined && (chosen.summary ?? chosen.name) !== undefined ? names[0] : text(httpMessages.example)
  return (
    <div className={styles.examples}>
      <div className={styles.head}>
        <span className={styles.label}>{examples.length === 1 ? only : text(httpMessages.examples)}</span>
        {examples.length > 1 && <OneOfFew label={text(httpMessages.examples)} names={names} at={at} onChange={setAt} />}
        {chosen.isMade && <span className={styles.note}>{text(httpMessages.made)}</span>}
      </div>
      <Description text={chosen.description} />
      {chosen.text !== undefined && (
        <CodeBlock code={chosen.text} language={languages.find(([type]) => type.test(mediaType))?.[1]} maxHeight={360} />
      )}
      {chosen.externalUrl !== undefined && <Link to={chosen.externalUrl}>{text(httpMessages.externalExample)}</Link>}
    </div>
  )
}
