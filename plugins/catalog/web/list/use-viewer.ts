import { useIdentity } from '@portico/core/web'
import { useMemo } from 'react'
import { useStarredEntities } from '../starred/starred-entities.ts'
import type { Viewer } from './selection.ts'

/** The user of the list: what they own, and what they have starred. */
export function useViewer(): Viewer & { readonly loaded: boolean } {
  const { ownershipEntityRefs } = useIdentity()
  const { starred, loaded } = useStarredEntities()
  return useMemo(() => ({ ownershipRefs: ownershipEntityRefs, starred, loaded }), [ownershipEntityRefs, starred, loaded])
}
