import type { Answer, RequestMetadata } from '@portico/core/server'
import type { AppOrigins } from './app-origins.ts'
import { failureAnswer, toShownError } from './sign-in-failure.ts'
import { decodeState } from './sign-in-state.ts'

interface FailAsPageDependencies {
  readonly origins: AppOrigins
  /** What people call a provider; undefined when it is not configured at all. */
  readonly titleOf: (provider: string, environment: string) => string | undefined
}

/** For the pages of a sign-in: what is thrown becomes a page where a browser asked for one, and stays an error for programs. */
export function createFailAsPage({ origins, titleOf }: FailAsPageDependencies) {
  return (step: 'start' | 'finish', { provider }: { readonly provider: string }, request: RequestMetadata) =>
    (error: unknown): Answer => {
      if (!request.headers.accept?.includes('text/html')) throw error
      const query = new URL(request.url, 'http://portal').searchParams
      const target = step === 'start' ? targetOf(query) : (decodeState(query.get('state') ?? undefined) ?? targetOf(query))
      const startPath = step === 'start' ? 'start' : '../start'
      const failed = { provider, title: titleOf(provider, target.env ?? ''), target, origins, request, startPath }
      const shown = toShownError(error, failed)
      return failureAnswer(shown, failed, shown.status)
    }
}

function targetOf(query: URLSearchParams) {
  const read = (name: string) => query.get(name) || undefined
  return { env: read('env'), origin: read('origin'), flow: read('flow'), redirectUrl: read('redirectUrl'), scope: read('scope') }
}
