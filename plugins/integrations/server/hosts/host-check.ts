/** Whether the credentials of a host work, and what they may do. */
export interface HostCheck {
  readonly host: string
  /** Undefined: the host was not asked, and the message says why. */
  readonly isFine: boolean | undefined
  readonly message: string
  /** The scopes of the token, where the host tells them. */
  readonly scopes: readonly string[]
  readonly missingScopes: readonly string[]
}
