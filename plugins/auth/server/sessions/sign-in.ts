import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Profile, Session } from '@portico/auth/common'
import type { Audit, AuditEntry, RequestMetadata, UserTokens } from '@portico/core/server'
import { userNotHere } from '../errors.ts'
import type { SessionStore } from './session-store.ts'
import { repeatWindowMs } from './refused-sign-in.ts'
import type { StoredUser, UserInfoStore, UserOrigin } from '../users/user-info-store.ts'
import type { BlockStore } from '../users/block-store.ts'

/** A person who was matched to a user of the portal. */
export interface RecognisedUser {
  readonly provider: string
  readonly profile: Profile
  readonly userEntityRef: string
  readonly ownershipEntityRefs: readonly string[]
  readonly origin: UserOrigin
  readonly claims?: Readonly<Record<string, unknown>>
  /** Whether the user was signed in already, and only the session is renewed. */
  readonly renewed?: boolean
  /** When that user signed in. */
  readonly sessionBegan?: number | undefined
  /** Distinguishes this session from others of the user; by default the browser and its address. */
  readonly sessionKey?: string | undefined
  readonly request: RequestMetadata
}

interface SignInDependencies {
  readonly userTokens: Pick<UserTokens, 'issue'>
  readonly users: UserInfoStore
  readonly blocks: Pick<BlockStore, 'find'>
  readonly sessions: Pick<SessionStore, 'record'>
  readonly audit: Audit
  /** Called when the metadata about the user may have changed. */
  readonly onSignIn: (userEntityRef: string, change: { readonly isNewOrigin: boolean }) => void | Promise<void>
}

export type SignIn = ReturnType<typeof createSignIn>

const maxSessionsPerUser = 200
const maxUserAgentLength = 300

/** Creates the session of a matched person: stores what the user owns, issues the token, and records an audit event. */
export function createSignIn({ userTokens, users, blocks, sessions, audit, onSignIn }: SignInDependencies) {
  async function refuseBlocked({ userEntityRef, provider, request }: RecognisedUser): Promise<void> {
    if (!(await blocks.find(userEntityRef))) return
    await audit.record({
      caller: { type: 'user', userEntityRef },
      action: 'auth.session.create',
      subject: userEntityRef,
      result: 'denied',
      details: { provider, reason: 'blocked' },
      requestId: request.id,
      collapseMs: repeatWindowMs,
    })
    throw userNotHere('blocked')
  }

  /** Every page load renews a session, and few of them bring anything new to keep. */
  async function saveUser(
    { userEntityRef, ownershipEntityRefs, claims = {}, origin }: RecognisedUser,
    before: StoredUser | undefined,
  ): Promise<void> {
    const now: StoredUser = { userEntityRef, ownershipEntityRefs: [...ownershipEntityRefs], claims, origin }
    if (!isDeepStrictEqual(before, now)) await users.save(now)
    await onSignIn(userEntityRef, { isNewOrigin: before !== undefined && before.origin !== origin })
  }

  return async (user: RecognisedUser): Promise<Session> => {
    const [before] = await Promise.all([users.find(user.userEntityRef), refuseBlocked(user)])
    const { provider, profile, userEntityRef, ownershipEntityRefs, claims = {}, renewed = false, sessionBegan, request } = user
    const { token, expiresInSeconds } = await userTokens.issue({
      userEntityRef,
      ownershipEntityRefs,
      claims,
      ...(sessionBegan !== undefined && { sessionBegan }),
    })
    const userAgent = (request.headers['user-agent'] ?? '').slice(0, maxUserAgentLength)
    const session = {
      userEntityRef,
      provider,
      key: user.sessionKey ?? keyOf(request.ip, userAgent),
      expiresAt: new Date(Date.now() + expiresInSeconds * 1000),
      address: request.ip,
      userAgent,
    }
    const event: AuditEntry = {
      caller: { type: 'user', userEntityRef },
      action: renewed ? 'auth.session.renew' : 'auth.session.create',
      subject: userEntityRef,
      result: 'success',
      details: { provider },
      requestId: request.id,
      // Anyone can sign in as a guest any number of times.
      ...(user.origin === 'guest' && { collapseMs: repeatWindowMs }),
    }
    // At the same time: the first page waits for the session, and each of these waits for the disk.
    await Promise.all([saveUser(user, before), sessions.record(session, maxSessionsPerUser), audit.record(event)])
    const identity = { type: 'user' as const, userEntityRef, ownershipEntityRefs: [...ownershipEntityRefs] }
    return { profile, backstageIdentity: { token, identity, expiresInSeconds } }
  }
}

/** Guests, and users behind a proxy, have no session id: browser and address identify the session. */
function keyOf(address: string, userAgent: string): string {
  return createHash('sha256').update(`${address}\n${userAgent}`).digest('base64url').slice(0, 22)
}
