import { useText } from '@portico/core/web'
import { Button, CodeBlock } from '@portico/ui'
import { referenceMessages } from '../messages.ts'
import styles from './Reference.module.css'

export interface Example {
  readonly description?: string | undefined
  readonly example: string
  readonly notes?: string | undefined
}

export interface ExamplesProps {
  readonly examples: readonly Example[] | undefined
  readonly language?: string
  /** Puts an example where it can be tried. */
  readonly onTry?: (example: string) => void
}

/** Examples, each with its code. */
export function Examples({ examples = [], language, onTry }: ExamplesProps) {
  const text = useText()
  if (examples.length === 0) return <p className={styles.quiet}>{text(referenceMessages.noExamples)}</p>
  return examples.map(({ description, example, notes }, at) => (
    <div key={at} className={styles.example}>
      <div className={styles.exampleHead}>
        <span>{description}</span>
        {onTry && (
          <Button variant="subtle" size="compact-xs" onClick={() => onTry(example)}>
            {text(referenceMessages.tryIt)}
          </Button>
        )}
      </div>
      <CodeBlock code={example} language={language} />
      {notes !== undefined && <p className={styles.quiet}>{notes}</p>}
    </div>
  ))
}
