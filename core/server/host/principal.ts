/** What an external caller's token is limited to. */
export interface AccessRestriction {
  readonly plugin: string
  readonly permissions?: readonly string[]
  readonly actions?: readonly string[]
}

/** Who can be a guest: `local`, people on the machine of a portal in development; `exposed`, whoever reaches the portal. */
export type GuestKind = 'local' | 'exposed'

/** A program that acts for a user who has allowed it to, such as an assistant: what it is, and what it may do at most. */
export interface AgentMark {
  readonly client: string
  readonly name: string
  /** What the user allowed, and with it when and for how long. */
  readonly grant: string
  readonly scopes: readonly string[]
}

export interface UserPrincipal {
  readonly type: 'user'
  readonly userEntityRef: string
  /** The plugin that acts for the user, as `plugin:<id>`. */
  readonly actor?: string
  /** The token was a limited one: from the cookie, or carried by a plugin. */
  readonly limited?: boolean
  /** Anyone can sign in as this user: anyone on this machine, or anyone who reaches the portal. */
  readonly guest?: GuestKind
  readonly expiresAt?: Date
  /** As it was sent. Never logged. */
  readonly token?: string
  /** The access token that a program of the user sent instead of a session's token, and what that is limited to. */
  readonly accessToken?: { readonly id: string; readonly readOnly: boolean; readonly plugins?: readonly string[] }
  /** The agent that acts for the user. It never has more than the user has. */
  readonly agent?: AgentMark
}

export interface ServicePrincipal {
  readonly type: 'service'
  /** `plugin:<id>` or `external:<subject>`. */
  readonly subject: string
  readonly restrictions?: readonly AccessRestriction[]
}

export interface AnonymousPrincipal {
  readonly type: 'none'
}

/** Who is calling. */
export type Principal = UserPrincipal | ServicePrincipal | AnonymousPrincipal

export const anonymous: AnonymousPrincipal = { type: 'none' }

/** Whether anyone who reaches the portal can be this caller. Such a caller is kept from what destroys or reveals secrets. */
export function isExposedGuest(principal: Principal): principal is UserPrincipal & { readonly guest: 'exposed' } {
  return principal.type === 'user' && principal.guest === 'exposed'
}

/** The caller in one word, for logs and the audit trail. */
export function principalName(principal: Principal): string {
  if (principal.type === 'user') return principal.userEntityRef
  return principal.type === 'service' ? principal.subject : 'anonymous'
}
