import type { Session } from '@portico/auth/common'
import type { RequestFacts } from '@portico/core/server'

/** One way to sign in, under the name its routes and its config carry. */
export interface AuthProvider {
  /** A session for the person behind the request. */
  refresh(request: RequestFacts): Promise<Session>
}
