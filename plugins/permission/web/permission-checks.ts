import type { Client, Observable, PermissionAnswer, Permissions, PermissionQuery, SignedInUser } from '@portico/core/web'
import type { Waiting } from './authorize-requests.ts'

export interface PermissionChecksOptions {
  /** `permission.enabled`: without it everything is allowed, and nothing is requested. */
  readonly isEnabled: boolean
  /** `permission.EXPERIMENTAL_enableBatchedRequests`: checks of the same tick are sent as one request. */
  readonly isBatched: boolean
  readonly client: Client
  readonly user: Observable<SignedInUser | undefined>
  readonly now?: () => number
}

interface Kept {
  readonly until: number
  readonly answer: Promise<PermissionAnswer>
  /** Set when the answer has arrived. */
  known?: PermissionAnswer
}

const keptMs = 10_000
const keptAnswers = 5_000
const allow: PermissionAnswer = { result: 'ALLOW' }
const deny: PermissionAnswer = { result: 'DENY' }

/** A lazy chunk: not loaded where permissions are disabled. */
const loadRequests = () => import('./authorize-requests.ts')

/** What the user may do, according to the server. Answers are cached for ten seconds. */
export function createPermissionChecks({ isEnabled, isBatched, client, user, now = Date.now }: PermissionChecksOptions): Permissions {
  const kept = new Map<string, Kept>()
  let waiting: Waiting[] = []
  // Answers of one user are not valid for the next.
  user.subscribe(() => kept.clear())

  /** Answers without the server. A resource that is not named yet cannot be allowed. */
  function certain({ permission, resourceRef }: PermissionQuery): PermissionAnswer | undefined {
    const limit = user.get()?.isExposedGuest ? permission.guests : undefined
    if (limit === 'refused') return deny
    if (!isEnabled && limit === undefined) return allow
    return permission.type === 'resource' && resourceRef === undefined ? deny : undefined
  }

  function flush() {
    const all = waiting
    waiting = []
    loadRequests().then(
      ({ sendMany }) => sendMany(client, all),
      (error: unknown) => all.forEach(each => each.fail(error)),
    )
  }

  function ask(query: PermissionQuery): Promise<PermissionAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<PermissionAnswer>()
    const one: Waiting = { query, settle: resolve, fail: reject }
    if (!isBatched) loadRequests().then(({ sendOne }) => sendOne(client, one), reject)
    else if (waiting.push(one) === 1) setTimeout(flush)
    return promise
  }

  function recall(query: PermissionQuery): Kept | undefined {
    const key = keyOf(query)
    const found = kept.get(key)
    if (found && found.until > now()) return found
    kept.delete(key)
    return undefined
  }

  function keep(query: PermissionQuery, answer: Promise<PermissionAnswer>): void {
    const key = keyOf(query)
    const entry: Kept = { until: now() + keptMs, answer }
    kept.set(key, entry)
    const [oldest] = kept.keys()
    if (kept.size > keptAnswers && oldest !== undefined) kept.delete(oldest)
    answer.then(
      known => void (entry.known = known),
      // A failure is not cached: the next check is sent again.
      () => kept.get(key) === entry && kept.delete(key),
    )
  }

  return {
    async authorize(query) {
      const sure = certain(query)
      if (sure) return sure
      const before = recall(query)
      if (before) return before.answer
      const answer = ask(query)
      keep(query, answer)
      return answer
    },
    known: query => certain(query) ?? recall(query)?.known,
    async explain({ permission, resourceRef }) {
      const query = { permission: permission.name, ...(resourceRef !== undefined && { resourceRef }) }
      if (user.get()?.isExposedGuest && permission.guests !== undefined) return { ...query, guest: true }
      return (await loadRequests()).explain(client, query)
    },
  }
}

function keyOf({ permission, resourceRef }: PermissionQuery): string {
  return `${permission.name}\n${resourceRef ?? ''}`
}
