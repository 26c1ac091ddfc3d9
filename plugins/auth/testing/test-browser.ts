import { createHash } from 'node:crypto'
import { runInNewContext } from 'node:vm'

interface Cookie {
  readonly host: string
  readonly path: string
  readonly name: string
  readonly value: string
  readonly line: string
}

export interface Visit {
  /** The address as the browser knows it. */
  readonly url: URL
  readonly response: Response
  readonly text: string
}

/**
 * A browser as far as HTTP goes: it keeps cookies by host and path and follows redirects. `hosts` maps addresses to servers,
 * so that a server on any port can be called by its configured name.
 */
export function createTestBrowser(hosts: Readonly<Record<string, string>> = {}) {
  let jar: Cookie[] = []
  const visited: string[] = []

  function cookiesFor(url: URL): Cookie[] {
    return jar.filter(
      ({ host, path }) => host === url.hostname && (url.pathname === path || url.pathname.startsWith(path.replace(/\/?$/, '/'))),
    )
  }

  function take(url: URL, lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split(/;\s*/)
      const [name = '', ...value] = pair.split('=')
      const attribute = (wanted: string) => attributes.find(each => each.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1)
      const path = attribute('path') ?? '/'
      jar = jar.filter(cookie => !(cookie.name === name && cookie.path === path && cookie.host === url.hostname))
      const expires = attribute('expires')
      const gone = attribute('max-age') === '0' || (expires !== undefined && Date.parse(expires) <= Date.now())
      if (!gone) jar.push({ host: url.hostname, path, name, value: value.join('='), line })
    }
  }

  /** One request, without following. */
  async function open(address: string | URL, init: RequestInit = {}): Promise<Visit> {
    const url = new URL(address)
    visited.push(url.href)
    const headers = new Headers(init.headers)
    const cookies = cookiesFor(url).map(({ name, value }) => `${name}=${value}`)
    if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
    const base = hosts[url.origin] ?? url.origin
    const response = await fetch(`${base}${url.pathname}${url.search}`, { ...init, headers, redirect: 'manual' })
    take(url, response.headers.getSetCookie())
    return { url, response, text: await response.text() }
  }

  return {
    open,
    cookies: () => jar,
    /** Every address the browser went to. */
    visited,
    /** A copy of the browser with the same cookies. */
    copy() {
      const other = createTestBrowser(hosts)
      other.restore(jar)
      return other
    },
    restore(cookies: readonly Cookie[]) {
      jar = [...cookies]
    },
    /** Follows redirects to the first page, or to one of the given addresses, which is not opened. */
    async follow(
      address: string | URL,
      options: { readonly init?: RequestInit; readonly stopAt?: (url: URL) => boolean } = {},
    ): Promise<Visit> {
      let visit = await open(address, options.init)
      for (let step = 0; step < 20; step++) {
        const location = visit.response.headers.get('location')
        if (location === null) return visit
        const next = new URL(location, visit.url)
        if (options.stopAt?.(next)) return { ...visit, url: next }
        visit = await open(next)
      }
      throw new Error('The browser is in a redirect loop')
    },
  }
}

export type TestBrowser = ReturnType<typeof createTestBrowser>

export interface Posted {
  readonly message: { readonly type: string; readonly [field: string]: unknown }
  readonly target: string
}

/**
 * Runs the script of the popup's last page, as a browser with its policy would, and tells what it posted to whom. A page that stays is
 * closed by its button.
 */
export function runPopup({ response, text }: Visit): Posted[] {
  const script = /<script>([\s\S]*)<\/script>/.exec(text)?.[1] ?? ''
  const hash = createHash('sha256').update(script).digest('base64')
  if (!response.headers.get('content-security-policy')?.split('; ').includes(`script-src 'sha256-${hash}'`))
    throw new Error('The policy does not allow the script')
  const posted: Posted[] = []
  let closed = false
  const opener = { postMessage: (message: Posted['message'], target: string) => posted.push({ message, target }) }
  const window = { opener, close: () => void (closed = true), addEventListener: () => {} }
  const clicks = new Map<string, () => void>()
  const getElementById = (id: string) => ({ addEventListener: (_type: string, run: () => void) => void clicks.set(id, run) })
  const setTimeout = (run: () => void, ms: number) => ms === 100 && run()
  runInNewContext(script, { window, document: { getElementById }, setTimeout, decodeURIComponent, JSON })
  if (posted.length === 0) clicks.get('close')?.()
  if (!closed) throw new Error('The popup does not close itself')
  return JSON.parse(JSON.stringify(posted)) as Posted[]
}
