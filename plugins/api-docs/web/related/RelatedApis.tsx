import { catalogApi, entityRefOf, type Entity } from '@portico/catalog/common'
import { useEntity } from '@portico/catalog/web'
import { query, RequestErrorPanel, useQuery, useText, type Message } from '@portico/core/web'
import { Code, Content, SkeletonRows, useNumber } from '@portico/ui'
import type { ReactNode } from 'react'
import { apisOfComponent, apisOfSystem, type ApiRefs } from './api-refs.ts'
import { ApiTable } from './ApiTable.tsx'
import { relatedMessages } from './messages.ts'
import styles from './RelatedApis.module.css'

/** How many components of a system are looked at. */
const maxComponents = 500

/** What the entity of this page provides and consumes. */
export function RelatedApis() {
  const entity = useEntity()
  return (
    <Content wide>
      {entity.kind.toLowerCase() === 'system' ? <ApisOfSystem system={entity} /> : <ApisOfComponent component={entity} />}
    </Content>
  )
}

function ApisOfComponent({ component }: { readonly component: Entity }) {
  return (
    <Sides
      apis={apisOfComponent(component)}
      noneProvided={<Hint message={relatedMessages.noneProvided} field="spec.providesApis" />}
      noneConsumed={<Hint message={relatedMessages.noneConsumed} field="spec.consumesApis" />}
    />
  )
}

function ApisOfSystem({ system }: { readonly system: Entity }) {
  const text = useText()
  const number = useNumber()
  const { data, error, refetch } = useQuery(
    query(catalogApi.queryEntities, {
      query: {
        filter: `kind=component,relations.partOf=${entityRefOf(system)}`,
        fields: 'kind,metadata.name,metadata.namespace,relations',
        limit: maxComponents,
      },
    }),
  )
  if (error) return <RequestErrorPanel error={error} title={text(relatedMessages.failed)} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} />
  return (
    <>
      <Sides
        apis={apisOfSystem(system, data.items)}
        hasThrough
        noneProvided={<Hint message={relatedMessages.noneInSystem} field="spec.system" />}
        noneConsumed={<Hint message={relatedMessages.noneConsumedInSystem} field="spec.consumesApis" />}
      />
      {(data.totalItems ?? 0) > maxComponents && (
        <p className={styles.note}>{text(relatedMessages.partial, { count: number(maxComponents) })}</p>
      )}
    </>
  )
}

interface SidesProps {
  readonly apis: ApiRefs
  readonly hasThrough?: boolean
  readonly noneProvided: ReactNode
  readonly noneConsumed: ReactNode
}

function Sides({ apis: { provided, consumed, through }, hasThrough = false, noneProvided, noneConsumed }: SidesProps) {
  const text = useText()
  const shown = hasThrough ? through : undefined
  return (
    <div className={styles.sides}>
      <ApiTable title={text(relatedMessages.provided)} refs={provided} through={shown} empty={noneProvided} />
      <ApiTable title={text(relatedMessages.consumed)} refs={consumed} through={shown} empty={noneConsumed} />
    </div>
  )
}

/** A sentence with the name of a field in it. */
function Hint({ message, field }: { readonly message: Message<`${string}{field}${string}`>; readonly field: string }) {
  const text = useText()
  const [before, after] = text(message, { field: '\u0000' }).split('\u0000')
  return (
    <>
      {before}
      <Code>{field}</Code>
      {after}
    </>
  )
}
