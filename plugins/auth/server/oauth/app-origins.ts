import { compileGlobs } from '@portico/core/common'
import { originNotAllowed, redirectNotAllowed } from '../errors.ts'

export type AppOrigins = ReturnType<typeof createAppOrigins>

/** The origins whose pages may sign users in: the portal's own, and those of `auth.experimentalExtraAllowedOrigins`. */
export function createAppOrigins(options: { readonly appUrl: string; readonly extra: readonly string[] }) {
  const own = new URL(options.appUrl).origin
  const isExtra = compileGlobs(options.extra.map(pattern => pattern.toLowerCase()))

  function isAllowed(origin: string): boolean {
    return origin === own || isExtra(origin)
  }

  return {
    own,
    isAllowed,
    /** The origin to answer to; the portal's own when none is named. */
    accept(origin: string | undefined): string {
      if (origin === undefined) return own
      const parsed = URL.canParse(origin) ? new URL(origin).origin : undefined
      if (parsed === undefined || !isAllowed(parsed)) throw originNotAllowed()
      return parsed
    },
    /** The page to return to. Any other page would make sign-in an open redirect. */
    acceptRedirect(redirectUrl: string): URL {
      const url = URL.canParse(redirectUrl, options.appUrl) ? new URL(redirectUrl, options.appUrl) : undefined
      if (!url || !['http:', 'https:'].includes(url.protocol) || !isAllowed(url.origin)) throw redirectNotAllowed()
      return url
    },
  }
}
