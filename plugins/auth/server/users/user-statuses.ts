import type { Admission, Logger, UserInfo } from '@portico/core/server'
import { LRUCache } from 'lru-cache'
import { userNotHere, userStatusUnknown } from '../errors.ts'
import { toAdmission, type UserStatus } from './user-status.ts'

interface Known {
  readonly status: UserStatus
  readonly admission: Admission
  /** Looked up again after this moment. */
  readonly until: number
  /** When it was looked up. */
  readonly at: number
  /** How often everything had expired by then. */
  readonly generation: number
}

interface StatusesDependencies {
  readonly look: (userEntityRef: string) => Promise<UserStatus>
  /** `auth.ownership.cacheTtl` */
  readonly cacheMs: number
  readonly log: Logger
  readonly now?: () => number
}

const maxUsers = 20_000
/** A user who is added again must not wait long on a server that was not notified. */
const maxGoneMs = 5_000
const retryMs = 2_000
/** How long the last known status is used when there is no new one. */
const graceMs = 5 * 60_000

/**
 * The current status of users, cached for a short time. While it cannot be determined (the database or the catalog does not answer, or the
 * catalog has no users at all), the last status is used for five minutes; after that it is unknown.
 */
export function createUserStatuses({ look, cacheMs, log, now = Date.now }: StatusesDependencies) {
  const cache = new LRUCache<string, Known>({ max: maxUsers })
  const flights = new Map<string, Promise<Known>>()
  let generation = 0

  async function lookOrUnknown(ref: string): Promise<UserStatus> {
    try {
      return await look(ref)
    } catch (error) {
      log.warn({ error, user: ref }, 'the current status of a user cannot be determined')
      return { state: 'unknown' }
    }
  }

  async function refresh(ref: string): Promise<Known> {
    const begun = generation
    const status = await lookOrUnknown(ref)
    const before = cache.get(ref)
    const moment = now()
    const found = { status, admission: toAdmission(status), at: moment, generation: begun }
    if (status.state !== 'unknown') return { ...found, until: moment + (status.state === 'gone' ? Math.min(cacheMs, maxGoneMs) : cacheMs) }
    const until = moment + Math.min(cacheMs, retryMs)
    const lasts = before && before.status.state !== 'unknown' && moment - before.at < graceMs
    return lasts ? { ...before, until, generation: begun } : { ...found, until }
  }

  function get(ref: string): Known | Promise<Known> {
    const known = cache.get(ref)
    if (known && known.until > now() && known.generation === generation) return known
    const running = flights.get(ref)
    if (running) return running
    const flight = refresh(ref).then(found => {
      // A status that was looked up before a change is not cached after it.
      if (flights.get(ref) === flight) {
        flights.delete(ref)
        cache.set(ref, found)
      }
      return found
    })
    flights.set(ref, flight)
    return flight
  }

  return {
    admission(ref: string): Admission | Promise<Admission> {
      const known = get(ref)
      return 'then' in known ? known.then(({ admission }) => admission) : known.admission
    },

    async info(ref: string): Promise<UserInfo> {
      const { status } = await get(ref)
      if (status.state === 'active') return status.info
      throw status.state === 'unknown' ? userStatusUnknown() : userNotHere(status.state)
    },

    /** Evicts the status of the user. */
    evict(ref: string): void {
      flights.delete(ref)
      cache.delete(ref)
    },

    /** Something has changed on which the status of the user may depend: it expires and is looked up again. */
    expire(ref: string): void {
      flights.delete(ref)
      const known = cache.peek(ref)
      if (known) cache.set(ref, { ...known, until: 0 })
    },

    /** The same for all users. */
    expireAll(): void {
      flights.clear()
      generation++
    },
  }
}
