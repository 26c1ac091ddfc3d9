import { catalogApi, parseEntityRef } from '@portico/catalog/common'
import { query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { Drawer, SkeletonRows } from '@portico/ui'
import { ExplanationView } from '../entity/why/ExplanationView.tsx'
import { healthMessages } from './messages.ts'

/** Why an entity is as it is, or is not there, beside the list. */
export function ExplainDrawer({ entityRef, onClose }: { entityRef: string; onClose: () => void }) {
  const text = useText()
  return (
    <Drawer open onClose={onClose} title={text(healthMessages.explainOf, { name: entityRef })} width={480}>
      <Explained entityRef={entityRef} />
    </Drawer>
  )
}

function Explained({ entityRef }: { entityRef: string }) {
  const params = { ...parseEntityRef(entityRef) }
  const { data, error, refetch } = useQuery(query(catalogApi.explainEntity, { params }))
  if (error) return <RequestErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} />
  return <ExplanationView explanation={data} />
}
