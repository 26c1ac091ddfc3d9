import { catalogApi, stringifyEntityRef, toEntityParams, type CompoundEntityRef } from '@portico/catalog/common'
import type { AppError } from '@portico/core/common'
import { query, refusalOf, RefusalPanel, RequestErrorPanel, useParams, useQuery, useText } from '@portico/core/web'
import { Content, Page, PageHeader } from '@portico/ui'
import { EntitySkeleton } from '../entity/EntitySkeleton.tsx'
import { LoadedEntity } from '../entity/LoadedEntity.tsx'
import { AbsentEntity } from '../entity/missing/AbsentEntity.tsx'
import { useEntityQuery } from '../entity/use-entity-query.ts'
import { entityMessages } from '../entity/messages.ts'
import { useEntityTrail } from '../entity/missing/use-entity-trail.tsx'

/** The page of one entity. */
export default function EntityPage() {
  const params = toEntityParams(useParams())
  const { entity, error, isAbsent, refetch, asOf, isOld } = useEntityQuery(params)
  const isMissing = isAbsent || error?.status === 404
  // An open entity stays readable after it was deleted, but not after the permission to see it was lost.
  const isGone = useIsGone(params, entity !== undefined && isMissing)
  if (entity && (!error || isGone || ![403, 404].includes(error.status))) {
    const failure = error && { error, retry: () => void refetch() }
    return <LoadedEntity key={stringifyEntityRef(params)} entity={entity} asOf={asOf} isOld={isOld} isGone={isGone} failure={failure} />
  }
  if (isMissing) return <AbsentEntity params={params} asOf={asOf} />
  if (error) return <LoadFailure error={error} params={params} onRetry={() => void refetch()} />
  return <EntitySkeleton params={params} />
}

/** The entity could not be read, or may not be. */
function LoadFailure({ error, params, onRetry }: { error: AppError; params: CompoundEntityRef; onRetry: () => void }) {
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

/**
 * Whether an entity that was open is gone for everybody. The catalog hides what a user may not see as if it did not exist, but it only
 * explains what is missing to those who would see it.
 */
function useIsGone(params: CompoundEntityRef, isMissing: boolean): boolean {
  const { data } = useQuery({ ...query(catalogApi.explainEntity, { params: { ...params } }), enabled: isMissing })
  return isMissing && data !== undefined
}
