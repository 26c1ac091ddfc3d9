import type { Client, Observable, PermissionAnswer, Permissions, PermissionQuestion, SignedInUser } from '@portico/core/web'
import type { Waiting } from './authorize-requests.ts'

export interface PermissionChecksOptions {
  /** `permission.enabled`: without it everything is allowed, and nobody is asked. */
  readonly isEnabled: boolean
  /** `permission.EXPERIMENTAL_enableBatchedRequests`: what is asked in one moment goes in one request. */
  readonly isBatched: boolean
  readonly client: Client
  readonly user: Observable<SignedInUser | undefined>
  readonly now?: () => number
}

interface Kept {
  readonly until: number
  readonly answer: Promise<PermissionAnswer>
  /** Once the answer is there. */
  known?: PermissionAnswer
}

const keptMs = 10_000
const keptAnswers = 5_000
const allow: PermissionAnswer = { result: 'ALLOW' }
const deny: PermissionAnswer = { result: 'DENY' }

/** Comes when something is asked: where permissions are off, nobody loads it. */
const loadRequests = () => import('./authorize-requests.ts')

/** What the user may do, asked of the server. The same question within ten seconds is asked once. */
export function createPermissionChecks({ isEnabled, isBatched, client, user, now = Date.now }: PermissionChecksOptions): Permissions {
  const kept = new Map<string, Kept>()
  let waiting: Waiting[] = []
  // What one user may do says nothing about the next.
  user.subscribe(() => kept.clear())

  /** What needs no server. A resource that is not named yet cannot be allowed. */
  function certain({ permission, resourceRef }: PermissionQuestion): PermissionAnswer | undefined {
    if (!isEnabled) return allow
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

  function ask(question: PermissionQuestion): Promise<PermissionAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<PermissionAnswer>()
    const one: Waiting = { question, settle: resolve, fail: reject }
    if (!isBatched) loadRequests().then(({ sendOne }) => sendOne(client, one), reject)
    else if (waiting.push(one) === 1) setTimeout(flush)
    return promise
  }

  function recall(question: PermissionQuestion): Kept | undefined {
    const key = keyOf(question)
    const found = kept.get(key)
    if (found && found.until > now()) return found
    kept.delete(key)
    return undefined
  }

  function keep(question: PermissionQuestion, answer: Promise<PermissionAnswer>): void {
    const key = keyOf(question)
    const entry: Kept = { until: now() + keptMs, answer }
    kept.set(key, entry)
    const [oldest] = kept.keys()
    if (kept.size > keptAnswers && oldest !== undefined) kept.delete(oldest)
    answer.then(
      known => void (entry.known = known),
      // A failure is no answer: the next who asks is heard.
      () => kept.get(key) === entry && kept.delete(key),
    )
  }

  return {
    async authorize(question) {
      const sure = certain(question)
      if (sure) return sure
      const before = recall(question)
      if (before) return before.answer
      const answer = ask(question)
      keep(question, answer)
      return answer
    },
    known: question => certain(question) ?? recall(question)?.known,
    async explain({ permission, resourceRef }) {
      const query = { permission: permission.name, ...(resourceRef !== undefined && { resourceRef }) }
      return (await loadRequests()).explain(client, query)
    },
  }
}

function keyOf({ permission, resourceRef }: PermissionQuestion): string {
  return `${permission.name}\n${resourceRef ?? ''}`
}
