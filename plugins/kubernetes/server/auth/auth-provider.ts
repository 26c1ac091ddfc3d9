import type { RequestAuth } from '@portico/kubernetes/common'
import type { ClusterDetails } from '../clusters/cluster.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface TokenRequest {
  readonly cluster: ClusterDetails
  /** Tokens that the user's browser sent. Only that of the cluster's own provider is looked at. */
  readonly auth: RequestAuth
  /** The token at hand was refused: get another. */
  readonly isRefused: boolean
}

/** How one authenticates at clusters: the bearer token, or undefined where none is needed. */
export type AuthProvider = (request: TokenRequest) => Promise<string | undefined>
