import type { AboutPart, GraphqlFieldPart } from '@portico/api-docs/common'
import { useText } from '@portico/core/web'
import { Button } from '@portico/ui'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
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

/** An editor for GraphQL with completion from the schema, which sends to allowed targets. Shows nothing where there is none. */
export function GraphqlTry({ entityRef, about, field }: GraphqlTryProps) {
  const text = useText()
  const id = useId()
  const [open, setOpen] = useState(false)
  const targets = useTryTargets(entityRef).filter(({ methods }) => methods.includes('POST'))
  // A subscription is a connection that stays open, and no request.
  if (targets.length === 0 || field?.root === 'subscription') return <></>
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.head}>
        <h3 id={id} className={styles.title}>
          {text(tryMessages.tryIt)}
        </h3>
        <Button
          variant="default"
          size="xs"
          leftSection={open ? undefined : <IconPlayerPlay size={14} aria-hidden />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {text(open ? tryMessages.close : tryMessages.openEditor)}
        </Button>
      </div>
      {open && <GraphqlForm key={field?.id ?? ''} entityRef={entityRef} about={about} targets={targets} example={field?.example ?? ''} />}
    </section>
  )
}
