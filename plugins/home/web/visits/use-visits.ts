import { storageApiRef, useApi, useIdentity, useObservable, type UserStorage } from '@portico/core/web'
import { useMemo } from 'react'
import { createVisitLog } from './visit-log.ts'
import { listVisits, type Visit, type VisitQuery } from './visit.ts'

/** The pages that the signed-in user has opened; undefined until they are known. */
export function useVisits(query: VisitQuery): readonly Visit[] | undefined {
  const storage = useApi(storageApiRef)
  const { userEntityRef } = useIdentity()
  const log = useMemo(() => createVisitLog(storage, userEntityRef), [storage, userEntityRef])
  const visits = useObservable(log.visits)
  return visits && listVisits(visits, query)
}

/** The same outside of React, as far as they are known at the moment. */
export function readVisits(storage: UserStorage, userEntityRef: string, query: VisitQuery): readonly Visit[] {
  return listVisits(createVisitLog(storage, userEntityRef).visits.get() ?? [], query)
}
