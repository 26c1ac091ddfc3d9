import type { SchemaNode } from '@portico/api-docs/common'
import { useText } from '@portico/core/web'
import { SegmentedControl, Select } from '@portico/ui'
import { useState, type ReactNode } from 'react'
import { schemaMessages } from './messages.ts'
import { SchemaType } from './SchemaType.tsx'
import styles from './SchemaTree.module.css'
import { toChoiceName } from './schema-words.ts'

/** More letters than these do not fit beside each other. */
const maxLetters = 48
const maxSegments = 4

interface SchemaChoiceProps {
  readonly label: string
  readonly choices: readonly SchemaNode[]
  readonly discriminator: SchemaNode['discriminator']
  readonly children: (chosen: SchemaNode) => ReactNode
}

/** Alternatives, one of which is shown. */
export function SchemaChoice({ label, choices, discriminator, children }: SchemaChoiceProps) {
  const text = useText()
  const [at, setAt] = useState(0)
  const chosen = choices[at] ?? choices[0]
  const options = choices.map((choice, index) => ({ value: String(index), label: toChoiceName(choice, index + 1) }))
  const letters = options.reduce((sum, option) => sum + option.label.length + 2, 0)
  const isFew = options.length <= maxSegments && letters <= maxLetters
  const props = { label, value: String(at), onChange: (value: string) => setAt(Number(value)) }
  const value = discriminator && chosen && valueOf(discriminator.mapping ?? {}, chosen)
  return (
    <>
      <div className={styles.choice}>
        {isFew && <span className={styles.label}>{label}</span>}
        {isFew ? <SegmentedControl {...props} labelHidden segments={options} /> : <Select {...props} inline options={options} />}
        {chosen && <SchemaType schema={chosen} />}
        {discriminator && (
          <span className={styles.note}>
            {value === undefined
              ? text(schemaMessages.told, { property: discriminator.property })
              : text(schemaMessages.whenValue, { property: discriminator.property, value })}
          </span>
        )}
      </div>
      {chosen && children(chosen)}
    </>
  )
}

/** By which value of the discriminator an alternative is named. */
function valueOf(mapping: Readonly<Record<string, string>>, { ref, refLabel }: SchemaNode): string | undefined {
  if (ref === undefined) return undefined
  const found = Object.entries(mapping).find(([, target]) => target === ref || target === refLabel || target.endsWith(`/${refLabel}`))
  return found?.[0] ?? refLabel
}
