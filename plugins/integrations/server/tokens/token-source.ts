/** Where a token that expires comes from. Plain data, so that it can be sent to another thread. */
export type TokenSource = GithubAppSource | ClientSource | ManagedIdentitySource | AssertionSource | FederatedSource | ServiceAccountSource

interface Source {
  /** The user name that git expects with the token. */
  readonly gitUser: string
}

/** A GitHub app, which has a token for each owner that installed it. */
export interface GithubAppSource extends Source {
  readonly kind: 'github-app'
  readonly apiBaseUrl: string
  readonly appId: string
  readonly privateKey: string
  readonly allowedOwners?: readonly string[] | undefined
  /** Whether any installation serves for owners that have none: enough for what is public. */
  readonly isPublic: boolean
}

/** OAuth client credentials: a service principal of Azure, a consumer of Bitbucket. */
export interface ClientSource extends Source {
  readonly kind: 'client'
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scope?: string | undefined
}

/** An identity that Azure gives to the machine. */
export interface ManagedIdentitySource extends Source {
  readonly kind: 'managed-identity'
  readonly url: string
  /** Undefined: the identity of the machine itself. */
  readonly clientId?: string | undefined
  readonly resource: string
}

/** A client that proves itself with the token of a managed identity in place of a secret. */
export interface AssertionSource extends Source {
  readonly kind: 'assertion'
  readonly url: string
  readonly clientId: string
  readonly scope: string
  readonly identity: ManagedIdentitySource
}

/** A client that proves itself with a token that its pod finds in a file. */
export interface FederatedSource extends Source {
  readonly kind: 'federated'
  readonly url: string
  readonly clientId: string
  readonly scope: string
  readonly file: string
}

/** A service account of Google. */
export interface ServiceAccountSource extends Source {
  readonly kind: 'service-account'
  readonly url: string
  readonly clientEmail: string
  readonly privateKey: string
  readonly scope: string
}

/** A token, and when it ends by `Date.now()`. */
export interface Token {
  readonly value: string
  readonly expiresAt: number
}

/** A request for a token: JSON in the answer. */
export type TokenRequest = (
  url: string,
  request: {
    readonly form?: Readonly<Record<string, string>>
    readonly headers?: Readonly<Record<string, string>>
    readonly method?: string
  },
) => Promise<Record<string, unknown>>
