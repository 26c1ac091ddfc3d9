import type { Example, MessagePart } from '@portico/api-docs/common'
import { useText } from '@portico/core/web'
import { CodeBlock, Select } from '@portico/ui'
import { useState } from 'react'
import { PartSection } from '../definition/PartHeader.tsx'
import { messagingMessages } from './messages.ts'
import styles from './Messaging.module.css'

/** Examples of a message, one at a time. */
export function MessageExamples({ examples }: Pick<MessagePart, 'examples'>) {
  const text = useText()
  const [at, setAt] = useState(0)
  const chosen = examples[at] ?? examples[0]
  const nameOf = (index: number) =>
    examples[index]?.summary ?? examples[index]?.name ?? text(messagingMessages.example, { number: index + 1 })
  const isMade = chosen?.payload?.isMade ?? false
  return (
    <PartSection
      title={text(messagingMessages.examples)}
      note={isMade ? text(messagingMessages.madeExample) : examples.length === 1 && chosen?.summary}
      action={
        examples.length > 1 && (
          <Select
            inline
            labelHidden
            label={text(messagingMessages.examples)}
            value={String(at)}
            onChange={value => setAt(Number(value))}
            options={examples.map((_, index) => ({ value: String(index), label: nameOf(index) }))}
          />
        )
      }
    >
      <div className={styles.folds}>
        <ExampleText title={text(messagingMessages.examplePayload)} example={chosen?.payload} />
        <ExampleText title={text(messagingMessages.exampleHeaders)} example={chosen?.headers} />
      </div>
    </PartSection>
  )
}

function ExampleText({ title, example }: { readonly title: string; readonly example: Example | undefined }) {
  if (example?.text === undefined) return undefined
  return <CodeBlock code={example.text} language="json" title={title} maxHeight={400} />
}
