import { AppError, unavailableError } from '@portico/core/common'
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import type { JWTPayload, JWTVerifyOptions, ProtectedHeaderParameters } from 'jose'
import type { ExternalAccess } from '../config/sections/external-access.ts'
import type { Logger } from '../operations/log.ts'
import { externalPrincipal } from './external-access.ts'
import { toTokenError, tokenKindUnknown } from './token-errors.ts'
import type { VerifiedToken } from './verified-tokens.ts'

type Entry<T extends ExternalAccess['type']> = Extract<ExternalAccess, { type: T }>

interface ExternalDependencies {
  readonly entries: readonly ExternalAccess[]
  readonly log: Logger
  readonly now: () => number
  readonly clockToleranceSeconds: number
}

/** How long after a failed fetch the issuer is not asked again. */
const fetchPauseMs = 5_000

interface ReadToken {
  readonly header: ProtectedHeaderParameters
  readonly payload: JWTPayload
}

const legacySubject = 'backstage-server'

/** Verifies tokens that others made: issuers with a published key set, and holders of a shared secret. */
export function createExternalVerifier(dependencies: ExternalDependencies) {
  const { entries, now, clockToleranceSeconds } = dependencies
  const secrets = entries.filter(entry => entry.type === 'legacy').map(entry => ({ entry, secret: secretOf(entry) }))
  const issuers = entries.filter(entry => entry.type === 'jwks').map(entry => ({ entry, keySet: createKeySet(entry, dependencies) }))
  const times = (): JWTVerifyOptions => ({ currentDate: new Date(now()), clockTolerance: clockToleranceSeconds })

  async function verifyLegacy(token: string, { entry, secret }: (typeof secrets)[number]): Promise<VerifiedToken> {
    const { payload } = await jwtVerify(token, secret, { ...times(), algorithms: ['HS256'], requiredClaims: ['exp'] })
    return toVerified(externalPrincipal(entry.options.subject, entry.accessRestrictions), payload)
  }

  async function verifyIssued(token: string, { entry, keySet }: (typeof issuers)[number]): Promise<VerifiedToken> {
    const { algorithm, issuer, audience, subjectPrefix } = entry.options
    const { payload } = await jwtVerify(token, keySet, {
      ...times(),
      requiredClaims: ['sub'],
      ...(algorithm && { algorithms: algorithm }),
      ...(issuer && { issuer }),
      ...(audience && { audience }),
    })
    const subject = ['external', subjectPrefix, payload.sub].filter(part => part !== undefined).join(':')
    return toVerified(externalPrincipal(subject, entry.accessRestrictions), payload)
  }

  return async (token: string, { header, payload }: ReadToken): Promise<VerifiedToken> => {
    const attempts =
      header.alg === 'HS256' && payload.sub === legacySubject
        ? secrets.map(secret => () => verifyLegacy(token, secret))
        : issuers.filter(({ entry }) => mayIssue(entry, payload)).map(issuer => () => verifyIssued(token, issuer))
    const failures: unknown[] = []
    for (const attempt of attempts) {
      try {
        return await attempt()
      } catch (error) {
        failures.push(toTokenError(error))
      }
    }
    // A key set that cannot be fetched is not the caller's fault: this error is used unless another entry accepts the token.
    throw failures.find(failure => !isKeyUnknown(failure)) ?? failures[0] ?? tokenKindUnknown()
  }
}

function secretOf({ options }: Entry<'legacy'>): Uint8Array {
  const secret = Buffer.from(options.secret, 'base64')
  if (secret.length === 0) throw new Error(`The shared secret of the external caller '${options.subject}' is not base64`)
  return secret
}

function createKeySet(entry: Entry<'jwks'>, { log, now }: ExternalDependencies) {
  const url = new URL(entry.options.url)
  let quietUntil = -Infinity
  const keySet = createRemoteJWKSet(url, {
    timeoutDuration: 5_000,
    [customFetch]: async (address, options) => {
      if (quietUntil > now()) throw keysUnavailable(url)
      return fetch(address, options)
    },
  })
  return async (...args: Parameters<typeof keySet>) => {
    try {
      return await keySet(...args)
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) throw error
      if (error instanceof errors.JOSENotSupported || error instanceof AppError) throw error
      quietUntil = now() + fetchPauseMs
      log.warn({ url: url.origin, error }, 'the keys of an external issuer cannot be fetched')
      throw keysUnavailable(url)
    }
  }
}

function keysUnavailable(url: URL) {
  return unavailableError(`The keys of ${url.host} cannot be fetched now`, { code: 'core.issuer-unavailable' })
}

function isKeyUnknown(error: unknown): boolean {
  return error instanceof AppError && error.code === 'core.token-key-unknown'
}

// Saves a fetch, and makes the error about the issuer that the token names.
function mayIssue(entry: Entry<'jwks'>, payload: JWTPayload): boolean {
  const { issuer } = entry.options
  return !issuer || (payload.iss !== undefined && issuer.includes(payload.iss))
}

function toVerified(principal: VerifiedToken['principal'], { exp }: JWTPayload): VerifiedToken {
  return { kind: 'external', principal, ...(exp !== undefined && { expiresAt: exp * 1000 }) }
}
