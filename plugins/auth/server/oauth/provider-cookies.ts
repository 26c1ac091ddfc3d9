import type { RequestMetadata } from '@portico/core/server'

const maxLength = 4000
const signInSeconds = 600
const thousandDaysSeconds = 1000 * 24 * 3600

type Cookies = RequestMetadata['cookies']

export type ProviderCookies = ReturnType<typeof createProviderCookies>

/** The cookies of one provider. They go to its own routes only, and no script can read them. */
export function createProviderCookies(options: {
  readonly provider: string
  readonly callbackUrl: string
  readonly appUrl: string
  readonly sessionMs?: number | undefined
}) {
  const callback = new URL(options.callbackUrl)
  const path = callback.pathname.replace(/\/handler\/frame\/?$/, '')
  const secure = callback.protocol === 'https:'
  // Calls from an app on another host carry only cookies that are SameSite=None, which browsers accept only over https.
  const crossSite = secure && callback.hostname !== new URL(options.appUrl).hostname
  const sessionSeconds = options.sessionMs === undefined ? thousandDaysSeconds : Math.floor(options.sessionMs / 1000)

  function line(name: string, value: string, maxAge: number, below = ''): string {
    return [
      `${options.provider}-${name}=${encodeURIComponent(value)}`,
      `Max-Age=${maxAge}`,
      `Path=${path}${below}`,
      ...(maxAge === 0 ? [`Expires=${new Date(0).toUTCString()}`] : []),
      'HttpOnly',
      ...(secure ? ['Secure'] : []),
      `SameSite=${crossSite ? 'None' : 'Lax'}`,
    ].join('; ')
  }

  const full = (name: string) => `${options.provider}-${name}`

  /** The names, without the provider, of a cookie or its chunks in the browser. */
  function present(cookies: Cookies, name: string): string[] {
    const chunks = Object.keys(cookies).filter(key => key.startsWith(`${full(name)}-`) && /^\d+$/.test(key.slice(full(name).length + 1)))
    const whole = cookies[full(name)] === undefined ? [] : [name]
    return [...whole, ...chunks.map(key => key.slice(options.provider.length + 1))]
  }

  return {
    read(cookies: Cookies, name: string): string | undefined {
      const whole = cookies[full(name)]
      if (whole) return whole
      const chunks: string[] = []
      for (let chunk = cookies[`${full(name)}-0`]; chunk !== undefined; chunk = cookies[`${full(name)}-${chunks.length}`])
        chunks.push(chunk)
      return chunks.join('') || undefined
    },
    /** Stored as long as the session; in chunks where it is too large for one cookie. Chunks of an earlier value are removed. */
    write(cookies: Cookies, name: string, value: string): string[] {
      const chunks = inChunks(value)
      const names = chunks.length === 1 ? [name] : chunks.map((_, index) => `${name}-${index}`)
      const outdated = present(cookies, name).filter(old => !names.includes(old))
      return [...outdated.map(old => line(old, '', 0)), ...names.map((each, index) => line(each, chunks[index] ?? '', sessionSeconds))]
    },
    remove: (cookies: Cookies, name: string): string[] => present(cookies, name).map(old => line(old, '', 0)),
    /** For the time that a sign-in takes, and only for the route that ends it. */
    writeForSignIn: (name: string, value: string): string => line(name, value, signInSeconds, '/handler'),
    removeAfterSignIn: (name: string): string => line(name, '', 0, '/handler'),
  }
}

/** Splits a value so that each chunk, as it is encoded in the header, stays below the limit of browsers. */
function inChunks(value: string): string[] {
  const chunks: string[] = []
  let chunk = ''
  let length = 0
  for (const character of value) {
    const size = encodeURIComponent(character).length
    if (length + size > maxLength) {
      chunks.push(chunk)
      chunk = ''
      length = 0
    }
    chunk += character
    length += size
  }
  return [...chunks, chunk]
}
