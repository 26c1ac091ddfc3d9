import { catalogApi, compoundRefOf } from '@portico/catalog/common'
import { query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { Drawer, SkeletonRows } from '@portico/ui'
import { useEntity } from '../../entity-context.tsx'
import { entityMessages } from '../messages.ts'
import { ExplanationView } from './ExplanationView.tsx'

/** The panel that explains an entity: where it comes from, when it was read, what is wrong, and what happens next. */
export function WhyPanel({ onClose }: { onClose: () => void }) {
  const text = useText()
  return (
    <Drawer open onClose={onClose} title={text(entityMessages.whyTitle)} width={480}>
      <Why />
    </Drawer>
  )
}

function Why() {
  const { data, error, refetch } = useQuery(query(catalogApi.explainEntity, { params: { ...compoundRefOf(useEntity()) } }))
  if (error) return <RequestErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} />
  return <ExplanationView explanation={data} />
}
