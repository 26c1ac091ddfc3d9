import { allowedServers, apiDocsApi, serversOf, type AboutPart, type OperationPart } from '@portico/api-docs/common'
import { parseEntityRef } from '@portico/catalog/common'
import { query, useQuery, useText } from '@portico/core/web'
import { tryMessages } from './messages.ts'
import { TryForm } from './TryForm.tsx'
import { TrySection } from './TrySection.tsx'

export interface TryItProps {
  readonly entityRef: string
  readonly operation: OperationPart
  readonly about: AboutPart
}

/** A form that sends a request of an operation. Shows nothing where no target of the API is allowed. */
export function TryIt({ entityRef, operation, about }: TryItProps) {
  const text = useText()
  const targets = useTryTargets(entityRef)
  // A webhook is sent by the API, not to it.
  if (targets.length === 0 || operation.kind === 'webhook') return <></>
  const isAllowed = allowedServers(serversOf(operation, about), targets).some(({ methods }) =>
    methods.some(each => each === operation.method),
  )
  return (
    <TrySection
      openLabel={text(tryMessages.tryIt)}
      refusal={isAllowed ? undefined : text(tryMessages.notAllowed, { method: operation.method })}
    >
      <TryForm key={operation.id} entityRef={entityRef} operation={operation} about={about} targets={targets} />
    </TrySection>
  )
}

/** Where the reader may send requests to; empty while it is not known. */
export function useTryTargets(entityRef: string) {
  const { kind, namespace, name } = parseEntityRef(entityRef)
  const { data } = useQuery(query(apiDocsApi.listTryTargets, { params: { kind: kind.toLowerCase(), namespace, name } }))
  return data?.items ?? []
}
