import type { Observable, Stored, UserStorage } from '@portico/core/web'
import { whenKnown } from '../when-known.ts'
import { recordVisit, toVisits, type RecordedPage, type Visit } from './visit.ts'

/** The visits of one user: undefined until they are known. Each user has a key, also where a browser's storage is shared. */
export function createVisitLog(storage: UserStorage, userEntityRef: string) {
  const bucket = storage.bucket('home').bucket('visits')
  const stored = bucket.observe<unknown>(userEntityRef)
  let seen = stored.get()
  let known = toKnown(seen)

  /** The same list as long as nothing else is stored. */
  function get(): readonly Visit[] | undefined {
    if (stored.get() !== seen) {
      seen = stored.get()
      known = toKnown(seen)
    }
    return known
  }

  return {
    visits: { get, subscribe: stored.subscribe } satisfies Observable<readonly Visit[] | undefined>,
    async record(page: RecordedPage): Promise<void> {
      await bucket.set(userEntityRef, recordVisit(toVisits(await whenKnown(stored)), page))
    },
    /** The title of a page often comes after its address. */
    async rename(pathname: string, name: string): Promise<void> {
      const visits = toVisits(await whenKnown(stored))
      const visit = visits.find(each => each.pathname === pathname)
      if (!visit || visit.name === name) return
      await bucket.set(
        userEntityRef,
        visits.map(each => (each === visit ? { ...each, name } : each)),
      )
    },
  }
}

function toKnown({ presence, value }: Stored<unknown>): readonly Visit[] | undefined {
  return presence === 'unknown' ? undefined : toVisits(value)
}
