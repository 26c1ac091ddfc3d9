import { isValidElement, type ReactNode } from 'react'
import { Code } from './Code.tsx'
import styles from './StructuredMetadata.module.css'

export interface StructuredMetadataProps {
  /** Facts by their label, in the order given. Undefined ones are left out. */
  readonly facts: Readonly<Record<string, unknown>>
}

/** Facts as a list of names and values, nested as they come. */
export function StructuredMetadata({ facts }: StructuredMetadataProps) {
  return (
    <dl className={styles.list}>
      {Object.entries(facts).map(([name, value]) =>
        value === undefined ? undefined : (
          <div key={name} style={{ display: 'contents' }}>
            <dt className={styles.name}>{name}</dt>
            <dd className={styles.value}>{show(value)}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

function show(value: unknown): ReactNode {
  if (isValidElement(value)) return value
  if (Array.isArray(value)) {
    return (
      <ul className={styles.items}>
        {value.map((item, index) => (
          <li key={index}>{show(item)}</li>
        ))}
      </ul>
    )
  }
  if (typeof value === 'object' && value !== null) return <StructuredMetadata facts={value as Record<string, unknown>} />
  if (typeof value === 'boolean') return <Code>{String(value)}</Code>
  return value === null ? '–' : String(value)
}
