import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '@portico/core/common'
import type { Access } from '@portico/core/common'
import { anonymous } from '../host/principal.ts'
import type { Principal } from '../host/principal.ts'
import { authCookieName } from './cookie.ts'
import { callerOfWrongKind, callerReadsOnly, tokenMissing } from './token-errors.ts'
import type { TokenService } from './token-service.ts'

/** The parts of a request that carry credentials. */
export interface CallerMetadata {
  readonly headers: Pick<IncomingHttpHeaders, 'authorization'>
  readonly cookies: Readonly<Record<string, string | undefined>>
  /** Where it is given, a cookie counts only for safe methods, as a protection against CSRF. */
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
  /** Disables authentication: every route is then public. */
  readonly dangerouslyDisableDefaultAuthPolicy: boolean
}

export type Authenticator = ReturnType<typeof createAuthenticator>

const bearer = /^Bearer +(\S+) *$/i
const reading = new Set(['GET', 'HEAD'])

/** Authentication for every route: identifies the caller, and refuses callers that the route is not for. */
export function createAuthenticator({ tokens, dangerouslyDisableDefaultAuthPolicy }: AuthenticatorDependencies) {
  async function cookieUser(cookies: CallerMetadata['cookies'], pluginId: string): Promise<Principal> {
    const token = cookies[authCookieName]
    if (token === undefined || token === '') throw tokenMissing()
    const principal = await tokens.verify(token, { pluginId, allowLimited: true })
    if (principal.type !== 'user') throw callerOfWrongKind('user')
    return principal
  }

  return {
    /** Identifies the caller. Permissions are not checked here: with `{ permission }` the caller only has to be signed in. */
    async authenticate(metadata: CallerMetadata, { pluginId, access, reads = false }: BarrierOptions): Promise<Principal> {
      const token = sentToken(metadata)
      if (access === 'public' || dangerouslyDisableDefaultAuthPolicy) {
        const verifying = (given: string) => tokens.verify(given, { pluginId, allowLimited: access === 'cookie' })
        return token === undefined ? anonymous : orAnonymous(verifying(token).then(found => withinScope(found, metadata, reads)))
      }
      if (access === 'cookie' && token === undefined && (metadata.method === undefined || reading.has(metadata.method))) {
        return cookieUser(metadata.cookies, pluginId)
      }
      if (token === undefined && access === 'optional') return anonymous
      if (token === undefined) throw tokenMissing()
      const principal = await tokens.verify(token, { pluginId, allowLimited: access === 'cookie' })
      if ((access === 'user' || access === 'service') && principal.type !== access) throw callerOfWrongKind(access)
      return withinScope(principal, metadata, reads)
    },
  }
}

function withinScope(principal: Principal, { method = 'GET' }: CallerMetadata, reads: boolean): Principal {
  if (principal.type === 'user' && principal.accessToken?.readOnly && !reads && !reading.has(method)) throw callerReadsOnly()
  return principal
}

function sentToken({ headers, socketProtocol }: CallerMetadata): string | undefined {
  const sent = bearer.exec(headers.authorization ?? '')?.[1]
  if (sent !== undefined || socketProtocol === undefined) return sent
  // A client may offer named protocols beside the token; only a JWT has dots on both sides of its payload.
  const offered = socketProtocol.split(',').map(part => part.trim())
  return offered.find(part => part.split('.').length === 3) ?? (offered[0] || undefined)
}

// A caller with an invalid token is anonymous; one whose token cannot be checked, because the database is unavailable, is not.
async function orAnonymous(verifying: Promise<Principal>): Promise<Principal> {
  try {
    return await verifying
  } catch (error) {
    if (error instanceof AppError && (error.status === 401 || error.status === 403)) return anonymous
    throw error
  }
}
