import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '@portico/core/common'
import type { Access } from '@portico/core/common'
import { nobody } from '../host/principal.ts'
import type { Principal } from '../host/principal.ts'
import { authCookieName } from './cookie.ts'
import { callerOfWrongKind, callerReadsOnly, tokenMissing } from './token-errors.ts'
import type { TokenService } from './token-service.ts'

/** The parts of a request that say who sends it. */
export interface CallerFacts {
  readonly headers: Pick<IncomingHttpHeaders, 'authorization'>
  readonly cookies: Readonly<Record<string, string | undefined>>
  /** Where it is given, a cookie counts only for reading, so that no other site can make a browser change something. */
  readonly method?: string
  /** `Sec-WebSocket-Protocol`: how a browser sends the token of a WebSocket. */
  readonly socketProtocol?: string
}

export interface BarrierOptions {
  readonly pluginId: string
  readonly access: Access
  /** The route changes nothing, whatever its method. */
  readonly reads?: boolean
}

interface AuthenticatorDependencies {
  readonly tokens: Pick<TokenService, 'verify'>
  /** Removes the barrier: every route is then public. */
  readonly dangerouslyDisableDefaultAuthPolicy: boolean
}

export type Authenticator = ReturnType<typeof createAuthenticator>

const bearer = /^Bearer +(\S+) *$/i
const reading = new Set(['GET', 'HEAD'])

/** The barrier before every route: finds out who calls, and refuses those the route is not for. */
export function createAuthenticator({ tokens, dangerouslyDisableDefaultAuthPolicy }: AuthenticatorDependencies) {
  async function cookieUser(cookies: CallerFacts['cookies'], pluginId: string): Promise<Principal> {
    const token = cookies[authCookieName]
    if (token === undefined || token === '') throw tokenMissing()
    const principal = await tokens.verify(token, { pluginId, allowLimited: true })
    if (principal.type !== 'user') throw callerOfWrongKind('user')
    return principal
  }

  return {
    /** Who calls. Whether a permission is granted is not asked here: with `{ permission }` the caller is only known to be signed in. */
    async authenticate(facts: CallerFacts, { pluginId, access, reads = false }: BarrierOptions): Promise<Principal> {
      const token = sentToken(facts)
      if (access === 'public' || dangerouslyDisableDefaultAuthPolicy) {
        const verifying = (given: string) => tokens.verify(given, { pluginId, allowLimited: access === 'cookie' })
        return token === undefined ? nobody : orNobody(verifying(token).then(found => withinScope(found, facts, reads)))
      }
      if (access === 'cookie' && token === undefined && (facts.method === undefined || reading.has(facts.method))) {
        return cookieUser(facts.cookies, pluginId)
      }
      if (token === undefined) throw tokenMissing()
      const principal = await tokens.verify(token, { pluginId, allowLimited: access === 'cookie' })
      if ((access === 'user' || access === 'service') && principal.type !== access) throw callerOfWrongKind(access)
      return withinScope(principal, facts, reads)
    },
  }
}

function withinScope(principal: Principal, { method = 'GET' }: CallerFacts, reads: boolean): Principal {
  if (principal.type === 'user' && principal.accessToken?.readOnly && !reads && !reading.has(method)) throw callerReadsOnly()
  return principal
}

function sentToken({ headers, socketProtocol }: CallerFacts): string | undefined {
  const sent = bearer.exec(headers.authorization ?? '')?.[1]
  if (sent !== undefined || socketProtocol === undefined) return sent
  // A client may offer named protocols beside the token; only a token has dots on both sides of its payload.
  return socketProtocol
    .split(',')
    .map(part => part.trim())
    .find(part => part.split('.').length === 3)
}

// A token that is no good makes its bearer nobody; a database that is away must not.
async function orNobody(verifying: Promise<Principal>): Promise<Principal> {
  try {
    return await verifying
  } catch (error) {
    if (error instanceof AppError && (error.status === 401 || error.status === 403)) return nobody
    throw error
  }
}
