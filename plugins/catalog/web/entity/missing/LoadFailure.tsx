import type { CompoundEntityRef } from '@portico/catalog/common'
import type { AppError } from '@portico/core/common'
import { refusalOf, RefusalPanel, RequestErrorPanel, useText } from '@portico/core/web'
import { Content, Page, PageHeader } from '@portico/ui'
import { entityMessages } from '../messages.ts'
import { useEntityTrail } from './use-entity-trail.tsx'

/** The entity could not be read, or may not be. */
export function LoadFailure({ error, params, onRetry }: { error: AppError; params: CompoundEntityRef; onRetry: () => void }) {
  const text = useText()
  const breadcrumb = useEntityTrail(params)
  const refusal = refusalOf(error)
  return (
    <Page>
      <PageHeader title={params.name} type={params.kind} breadcrumb={breadcrumb} />
      <Content>
        {refusal ? (
          <RefusalPanel refusal={refusal} />
        ) : (
          <RequestErrorPanel error={error} title={text(entityMessages.loadFailed, { name: params.name })} onRetry={onRetry} />
        )}
      </Content>
    </Page>
  )
}
