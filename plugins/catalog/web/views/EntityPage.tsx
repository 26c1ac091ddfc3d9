import { stringifyEntityRef, toEntityParams } from '@portico/catalog/common'
import { useParams } from '@portico/core/web'
import { EntitySkeleton } from '../entity/EntitySkeleton.tsx'
import { LoadedEntity } from '../entity/LoadedEntity.tsx'
import { AbsentEntity } from '../entity/missing/AbsentEntity.tsx'
import { LoadFailure } from '../entity/missing/LoadFailure.tsx'
import { useIsGone } from '../entity/missing/use-is-gone.ts'
import { useEntityQuery } from '../entity/use-entity-query.ts'

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
