import { randomBytes } from 'node:crypto'
import type { Audit, UserAccessPort, UserPrincipal } from '@portico/core/server'
import { accessTokenLimits, accessTokenPrefix, type AccessToken, type NewAccessToken } from '@portico/user-settings/common'
import { accessTokenNotFound, accessTokensOff, pluginsUnknown, tooManyAccessTokens } from '../errors.ts'
import type { AccessTokenStore } from './access-token-store.ts'
import { digestOf } from './live-tokens.ts'

interface AccessTokensDependencies {
  readonly store: AccessTokenStore
  readonly access: Pick<UserAccessPort, 'revokeAccessTokens'>
  readonly audit: Audit
  readonly settings: () => { readonly enabled: boolean; readonly maxLifetime: number }
  /** The ids of the plugins that a token can be limited to. */
  readonly plugins: () => readonly string[]
}

const dayMs = 24 * 3_600_000

export type AccessTokens = ReturnType<typeof createAccessTokens>

/** The access tokens that users create for their own programs. */
export function createAccessTokens({ store, access, audit, settings, plugins }: AccessTokensDependencies) {
  return {
    list: (user: string): Promise<AccessToken[]> => store.list(user),

    async create(caller: UserPrincipal, wanted: NewAccessToken, requestId: string): Promise<{ accessToken: AccessToken; token: string }> {
      const { enabled, maxLifetime } = settings()
      if (!enabled) throw accessTokensOff()
      const unknown = wanted.scope.plugins?.filter(id => !plugins().includes(id)) ?? []
      if (unknown.length > 0) throw pluginsUnknown(unknown)
      const user = caller.userEntityRef
      const token = `${accessTokenPrefix}${randomBytes(32).toString('base64url')}`
      const expiresAt = new Date(Date.now() + Math.min(wanted.expiresInDays * dayMs, maxLifetime))
      const row = { user, name: wanted.name, digest: digestOf(token), hint: token.slice(-4), scope: wanted.scope, expiresAt }
      const accessToken = await store.add(row, accessTokenLimits.tokensPerUser)
      if (!accessToken) throw tooManyAccessTokens(accessTokenLimits.tokensPerUser)
      const { id, name, scope } = accessToken
      const details = { name, scope, expiresAt: expiresAt.toISOString() }
      await audit.record({ caller, action: 'user-settings.access-token.create', subject: id, result: 'success', details, requestId })
      return { accessToken, token }
    },

    async revoke(caller: UserPrincipal, id: string, requestId: string): Promise<void> {
      const removed = await access.revokeAccessTokens(caller.userEntityRef, [id])
      if (removed.length === 0) throw accessTokenNotFound(id)
      await audit.record({ caller, action: 'user-settings.access-token.revoke', subject: id, result: 'success', requestId })
    },
  }
}
