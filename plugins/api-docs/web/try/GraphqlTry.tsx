import type { AboutPart, GraphqlFieldPart } from '@portico/api-docs/common'
import { useText } from '@portico/core/web'
import { Button, CodeBlock } from '@portico/ui'
import { useId, useState } from 'react'
import { GraphqlForm } from './GraphqlForm.tsx'
import { tryMessages } from './messages.ts'
import styles from './Try.module.css'
import { useTryTargets } from './TryIt.tsx'

export interface GraphqlTryProps {
  readonly entityRef: string
  readonly about: AboutPart
  /** The operation that the editor begins with. */
  readonly field?: GraphqlFieldPart
}

/** An editor for GraphQL with completion from the schema, which sends to allowed targets. Without a target the example is only shown. */
export function GraphqlTry({ entityRef, about, field }: GraphqlTryProps) {
  const text = useText()
  const id = useId()
  const [open, setOpen] = useState(false)
  const targets = useTryTargets(entityRef).filter(({ methods }) => methods.includes('POST'))
  // A subscription is a connection that stays open, and no request.
  const canSend = targets.length > 0 && field?.root !== 'subscription'
  if (!canSend && !field) return <></>
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.head}>
        <h3 id={id} className={styles.title}>
          {text(canSend ? tryMessages.tryIt : tryMessages.example)}
        </h3>
        {canSend && (
          <Button variant="default" size="xs" aria-expanded={open} onClick={() => setOpen(!open)}>
            {text(open ? tryMessages.close : tryMessages.openEditor)}
          </Button>
        )}
      </div>
      {canSend && open ? (
        <GraphqlForm key={field?.id ?? ''} entityRef={entityRef} about={about} targets={targets} example={field?.example ?? ''} />
      ) : (
        field && <CodeBlock code={field.example} language="graphql" maxHeight={420} />
      )}
    </section>
  )
}
