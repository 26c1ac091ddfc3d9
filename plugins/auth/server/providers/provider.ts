import type { Session } from '@portico/auth/common'
import type { Answer, RequestMetadata } from '@portico/core/server'

/** One call to a provider's routes. */
export interface ProviderCall {
  readonly request: RequestMetadata
  /** The query; with the fields of the form where one was posted. */
  readonly parameters: URLSearchParams
  /** To be called when a sign-in fails and nothing is thrown, because a page reports it. */
  readonly onFailure: () => void
}

/** The public metadata about a provider. */
export interface ProviderMetadata {
  readonly title: string
  readonly kind: 'oauth' | 'proxy' | 'guest'
  /** Whether users sign in to the portal with it. */
  readonly signsIn: boolean
}

/** A sign-in provider, by its name in routes and config. */
export interface AuthProvider {
  /** What the sign-in page shows; undefined when the provider has no sign-in in that environment. */
  metadata(environment: string): ProviderMetadata | undefined
  /** A session for the person behind the request. */
  refresh(call: ProviderCall): Promise<Session | Answer<Session>>
  /** Sends the browser to the identity provider. Absent, as the next two, for providers without pages. */
  start?(call: ProviderCall): Promise<Answer>
  /** Handles the redirect back from the identity provider. */
  finish?(call: ProviderCall): Promise<Answer>
  signOut?(call: ProviderCall): Promise<Answer>
}
