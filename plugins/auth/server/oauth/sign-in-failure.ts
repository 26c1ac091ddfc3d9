import { AppError } from '@portico/core/common'
import type { Answer, RequestMetadata } from '@portico/core/server'
import { signInBroken } from '../errors.ts'
import type { AppOrigins } from './app-origins.ts'
import { failurePage } from './failure-page.ts'
import type { SignInState } from './sign-in-state.ts'

/** What is known of a sign-in when it fails. Its target is what the browser says, so nothing of it is trusted. */
export interface FailedSignIn {
  readonly provider: string
  /** What people call the provider, where there is one. */
  readonly title: string | undefined
  readonly target: { readonly [K in Exclude<keyof SignInState, 'nonce'>]?: string | undefined }
  readonly origins: AppOrigins
  readonly request: RequestMetadata
  /** The address of the provider's first page, as a page of this sign-in links to it. */
  readonly startPath: string
}

/** The error as the person may see it. The log has the cause, under the id of the request. */
export function toShownError(error: unknown, { provider, target: { env: environment }, request }: FailedSignIn): AppError {
  const { log, id: requestId } = request
  if (!(error instanceof AppError)) {
    log.error({ error, errorId: requestId, provider, environment }, 'a sign-in broke')
    return signInBroken(requestId)
  }
  const metadata = { provider, environment, reason: error.message, code: error.code }
  if (error.cause === undefined) log.info(metadata, 'a sign-in failed')
  else log.warn({ ...metadata, error }, 'a sign-in failed')
  return error
}

/** The page that tells what went wrong: in the popup, or in place of the page that began the sign-in. */
export function failureAnswer(error: AppError, failed: FailedSignIn, status: number): Answer {
  const { provider, title, target, request, startPath } = failed
  const isKnown = title !== undefined
  const { origin, flow, redirectUrl, scope, env } = target
  const query = Object.entries({ scope, origin, flow, redirectUrl, env }).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return failurePage({
    error,
    title: title ?? `'${provider.slice(0, 60)}'`,
    configKey: isKnown
      ? ['auth.providers', provider, ...(env === undefined || error.code === 'auth.env-not-found' ? [] : [env])].join('.')
      : 'auth.providers',
    requestId: request.id,
    retry: isKnown ? `${startPath}?${new URLSearchParams(query).toString()}` : undefined,
    back: flow === 'redirect' ? { url: backUrl(failed, error.message) } : { appOrigin: allowedOrigin(failed) },
    status,
  })
}

function allowedOrigin({ origins, target }: FailedSignIn): string {
  try {
    return origins.accept(target.origin)
  } catch {
    return origins.own
  }
}

/** The page that began the sign-in, with the message: without it, that page might begin another by itself. */
function backUrl({ origins, target }: FailedSignIn, message: string): string {
  const url = acceptedRedirect(origins, target.redirectUrl) ?? new URL(origins.own)
  url.searchParams.set('error', message)
  return url.href
}

/** The page to return to; undefined when it is none of the portal. */
export function acceptedRedirect(origins: AppOrigins, redirectUrl: string | undefined): URL | undefined {
  try {
    return origins.acceptRedirect(redirectUrl ?? '')
  } catch {
    return undefined
  }
}
