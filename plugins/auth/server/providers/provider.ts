import type { Session } from '@portico/auth/common'
import type { Answer, RequestFacts } from '@portico/core/server'

/** One call to a provider's routes. */
export interface ProviderCall {
  readonly request: RequestFacts
  /** The query; with the fields of the form where one was posted. */
  readonly parameters: URLSearchParams
  /** To be called when a sign-in fails and nothing is thrown, because a page tells of it. */
  readonly onFailure: () => void
}

/** What anybody may know of a provider. */
export interface ProviderFacts {
  readonly title: string
  readonly kind: 'oauth' | 'proxy' | 'guest'
  /** Whether people sign in to the portal by it. */
  readonly signsIn: boolean
}

/** One way to sign in, under the name its routes and its config carry. */
export interface AuthProvider {
  /** What to tell those who want to sign in; undefined when there is nothing for them in that environment. */
  facts(environment: string): ProviderFacts | undefined
  /** A session for the person behind the request. */
  refresh(call: ProviderCall): Promise<Session | Answer<Session>>
  /** Sends the browser to the identity provider. Absent, as the next two, where there is no page to visit. */
  start?(call: ProviderCall): Promise<Answer>
  /** Takes the browser back from the identity provider. */
  finish?(call: ProviderCall): Promise<Answer>
  signOut?(call: ProviderCall): Promise<Answer>
}
