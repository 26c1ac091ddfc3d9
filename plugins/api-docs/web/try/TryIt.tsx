import { allowedServers, apiDocsApi, serversOf, type AboutPart, type OperationPart } from '@portico/api-docs/common'
import { parseEntityRef } from '@portico/catalog/common'
import { query, useQuery, useText } from '@portico/core/web'
import { Button } from '@portico/ui'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import { useId, useState } from 'react'
import { tryMessages } from './messages.ts'
import styles from './Try.module.css'
import { TryForm } from './TryForm.tsx'

export interface TryItProps {
  readonly entityRef: string
  readonly operation: OperationPart
  readonly about: AboutPart
}

/** A form that sends a request of an operation. Shows nothing where no target of the API is allowed. */
export function TryIt({ entityRef, operation, about }: TryItProps) {
  const text = useText()
  const id = useId()
  const [open, setOpen] = useState(false)
  const targets = useTryTargets(entityRef)
  // A webhook is sent by the API, not to it.
  if (targets.length === 0 || operation.kind === 'webhook') return <></>
  const isAllowed = allowedServers(serversOf(operation, about), targets).some(({ methods }) =>
    methods.some(each => each === operation.method),
  )
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.head}>
        <h3 id={id} className={styles.title}>
          {text(tryMessages.tryIt)}
        </h3>
        {isAllowed && (
          <Button
            variant="default"
            size="xs"
            leftSection={open ? undefined : <IconPlayerPlay size={14} aria-hidden />}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {text(open ? tryMessages.close : tryMessages.tryIt)}
          </Button>
        )}
      </div>
      {!isAllowed && <p className={styles.hint}>{text(tryMessages.notAllowed, { method: operation.method })}</p>}
      {isAllowed && open && <TryForm key={operation.id} entityRef={entityRef} operation={operation} about={about} targets={targets} />}
    </section>
  )
}

/** Where the reader may send requests to; empty while it is not known. */
export function useTryTargets(entityRef: string) {
  const { kind, namespace, name } = parseEntityRef(entityRef)
  const { data } = useQuery(query(apiDocsApi.listTryTargets, { params: { kind: kind.toLowerCase(), namespace, name } }))
  return data?.items ?? []
}
