import { catalogApi, type CompoundEntityRef } from '@portico/catalog/common'
import { query, useQuery } from '@portico/core/web'

/**
 * Whether an entity that was open is gone for everybody. The catalog hides what a user may not see as if it did not exist, but it only
 * explains what is missing to those who would see it.
 */
export function useIsGone(params: CompoundEntityRef, isMissing: boolean): boolean {
  const { data } = useQuery({ ...query(catalogApi.explainEntity, { params: { ...params } }), enabled: isMissing })
  return isMissing && data !== undefined
}
