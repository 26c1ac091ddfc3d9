import type { UserAccess, UserBlock } from '@portico/auth/common'
import { defineEvent } from '@portico/core/common'
import { defineService, principalName, type Audit, type Events, type Principal, type UserAccessPort } from '@portico/core/server'
import { z } from 'zod'
import { accessTokensNotFound, notBlocked, ownAccount, sessionsNotKept, userRefInvalid } from '../errors.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import type { Block, BlockStore } from '../users/block-store.ts'

/** Tells servers to drop what they have cached of a user. */
export const userChanged = defineEvent('auth.user-changed', z.object({ user: z.string() }))

interface AdministrationDependencies {
  readonly blocks: BlockStore
  readonly sessions: Pick<SessionStore, 'list' | 'removeAll'>
  /** Resolved lazily: the plugin that stores access tokens may be set up after this. */
  readonly userAccess: () => UserAccessPort | undefined
  readonly events: Pick<Events, 'publish'>
  readonly audit: Audit
  /** Drops what this server has cached of the user; the others are notified. */
  readonly onChange?: (userEntityRef: string) => void
}

/** Who does it, and in which request. */
export interface Administrator {
  readonly caller: Principal
  readonly requestId?: string
}

export type Administration = ReturnType<typeof createAdministration>

/** Offered to commands, which work without a server. */
export const administrationService = defineService<Administration>('auth.administration')

/** Lists and ends sessions and access tokens of users. Needs only the database, so that commands can use it too. */
export function createAdministration({ blocks, sessions, userAccess, events, audit, onChange }: AdministrationDependencies) {
  const tell = (userEntityRef: string) => (transaction: Parameters<Parameters<BlockStore['put']>[1]>[0]) =>
    events.publish(userChanged, { user: userEntityRef }, { within: transaction })

  function record(action: string, { caller, requestId }: Administrator, subject: string | undefined, details: object = {}): Promise<void> {
    return audit.record({
      caller,
      action,
      ...(subject !== undefined && { subject }),
      result: 'success',
      details: { ...details },
      ...(requestId !== undefined && { requestId }),
    })
  }

  /** All sessions and access tokens, or only the tokens that are named. */
  async function revoke(administrator: Administrator, user: string, ids?: readonly string[]) {
    const userEntityRef = toUserRef(user)
    const access = userAccess()
    if (!access) throw sessionsNotKept()
    if (!ids) {
      await access.endSessions(userEntityRef)
      await sessions.removeAll(userEntityRef)
    }
    const revoked = await access.revokeAccessTokens(userEntityRef, ids ?? 'all')
    if (ids && revoked.length === 0) throw accessTokensNotFound(ids)
    const outcome = { sessionsEnded: ids === undefined, revokedAccessTokens: revoked.length }
    // Not under a name with 'token' in it: the audit trail would redact the value.
    await record('auth.user.revoke', administrator, userEntityRef, { sessionsEnded: outcome.sessionsEnded, revoked })
    return outcome
  }

  return {
    revoke,

    async access(administrator: Administrator, user: string): Promise<UserAccess> {
      const userEntityRef = toUserRef(user)
      const port = userAccess()
      const endedAt = (await port?.sessionsEndedAt(userEntityRef)) ?? 0
      const [block, live, accessTokens] = await Promise.all([
        blocks.find(userEntityRef),
        sessions.list(userEntityRef, new Date(endedAt)),
        port?.listAccessTokens(userEntityRef) ?? [],
      ])
      await record('auth.user.inspect', administrator, userEntityRef)
      return { userEntityRef, ...(block && { block: toUserBlock(block) }), sessions: live, accessTokens: [...accessTokens] }
    },

    async blocked(administrator: Administrator): Promise<UserBlock[]> {
      await record('auth.user.list-blocked', administrator, undefined)
      return (await blocks.list()).map(toUserBlock)
    },

    async block(administrator: Administrator, user: string, reason?: string): Promise<UserBlock> {
      const userEntityRef = toUserRef(user)
      const by = principalName(administrator.caller)
      if (by.toLowerCase() === userEntityRef) throw ownAccount()
      await blocks.put({ userEntityRef, by, ...(reason !== undefined && { reason }) }, tell(userEntityRef))
      onChange?.(userEntityRef)
      await record('auth.user.block', administrator, userEntityRef, { reason })
      const block = await blocks.find(userEntityRef)
      return toUserBlock(block ?? { userEntityRef, at: new Date(), by, ...(reason !== undefined && { reason }) })
    },

    async unblock(administrator: Administrator, user: string): Promise<void> {
      const userEntityRef = toUserRef(user)
      if (!(await blocks.remove(userEntityRef, tell(userEntityRef)))) throw notBlocked(userEntityRef)
      onChange?.(userEntityRef)
      await record('auth.user.unblock', administrator, userEntityRef)
    },
  }
}

/** A user's full ref, in lower case; `jane` is `user:default/jane`. */
export function toUserRef(text: string): string {
  const match = /^(?:([^\s:/]+):)?(?:([^\s:/]+)\/)?([^\s:/]+)$/.exec(text.trim())
  if (!match || text.includes('\0')) throw userRefInvalid(text)
  const [, kind = 'user', namespace = 'default', name = ''] = match
  return `${kind}:${namespace}/${name}`.toLowerCase()
}

function toUserBlock({ userEntityRef, at, by, reason }: Block): UserBlock {
  return { userEntityRef, at: at.toISOString(), by, ...(reason !== undefined && { reason }) }
}
