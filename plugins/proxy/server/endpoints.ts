import type { Logger } from '@portico/core/server'
import { endpointsOf, type ProxySection } from './config.ts'
import { problemsOf, type credentialModes } from './endpoint-problems.ts'
import type { EndpointSettings } from './endpoint-settings.ts'

/** An endpoint of the config, ready to use. */
export interface Endpoint {
  readonly path: string
  readonly target: URL
  readonly changeOrigin: boolean
  readonly rewrites: readonly { readonly pattern: RegExp; readonly replacement: string }[]
  readonly headers: Readonly<Record<string, string>>
  readonly methods: ReadonlySet<string> | undefined
  /** In lower case. */
  readonly allowedHeaders: readonly string[]
  readonly credentials: (typeof credentialModes)[number]
  readonly verifiesCertificate: boolean
  readonly idleTimeoutMs: number
}

export interface Match {
  readonly endpoint: Endpoint
  /** The URL at the target. */
  readonly url: URL
}

/** Finds the endpoint of a request. An invalid endpoint gets here only where the config says to skip it. */
export function createEndpoints(section: ProxySection, log: Logger) {
  const endpoints = endpointsOf(section)
    .filter(({ path, settings }) => {
      const problems = problemsOf(path, settings)
      if (problems.length > 0) log.warn({ endpoint: path, problems }, 'an invalid endpoint of the proxy is left out')
      return problems.length === 0
    })
    .map(({ path, settings }) => toEndpoint(path, settings))
    .toSorted((one, other) => other.path.length - one.path.length)

  return {
    paths: endpoints.map(({ path }) => path),
    /** @param below path and query below `/api/proxy` */
    match(below: string): Match | undefined {
      const path = below.split('?', 1)[0]!
      const endpoint = endpoints.find(each => path === each.path || path.startsWith(`${each.path}/`))
      return endpoint && { endpoint, url: targetUrl(endpoint, below) }
    },
  }
}

export type Endpoints = ReturnType<typeof createEndpoints>

function toEndpoint(path: string, settings: EndpointSettings): Endpoint {
  const { target, changeOrigin, pathRewrite, headers, allowedMethods, allowedHeaders, credentials, secure, timeout } = settings
  const rewrites = pathRewrite ?? { [`^/api/proxy${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}/?`]: '/' }
  return {
    path,
    target: new URL(target),
    changeOrigin,
    rewrites: Object.entries(rewrites).map(([pattern, replacement]) => ({ pattern: new RegExp(pattern), replacement })),
    headers,
    methods: allowedMethods && new Set(allowedMethods.map(method => method.toUpperCase())),
    allowedHeaders: allowedHeaders.map(name => name.toLowerCase()),
    credentials: credentials as Endpoint['credentials'],
    verifiesCertificate: secure,
    idleTimeoutMs: timeout,
  }
}

/** The path below that of the target. Host and port are always those of the config. */
function targetUrl({ rewrites, target }: Endpoint, below: string): URL {
  const full = `/api/proxy${below}`
  const rewrite = rewrites.find(({ pattern }) => pattern.test(full))
  const rewritten = rewrite ? full.replace(rewrite.pattern, rewrite.replacement) : full
  const [path = '', ...query] = rewritten.split('?')
  const url = new URL(target.origin)
  url.pathname = `${target.pathname.replace(/\/$/, '')}/${path.replace(/^\/+/, '')}`
  url.search = [target.search.slice(1), query.join('?')].filter(Boolean).join('&')
  return url
}

const maxEncodings = 10

/**
 * Whether a path has a segment `..`, however often it is encoded, or with parameters behind (`..;x`), which some servers drop. Also when it
 * cannot be decoded, or is encoded more often than anybody means.
 */
export function leavesItsFolder(below: string): boolean {
  let path = below.split('?', 1)[0]!
  if (!isDecodable(path)) return true
  for (let pass = 0; pass < maxEncodings; pass += 1) {
    if (path.split(/[/\\]/).some(segment => /^\.\.(?:;|$)/.test(segment))) return true
    // Sign by sign: what is no encoding elsewhere in the path must not hide the rest.
    const decoded = path.replaceAll(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    if (decoded === path) return false
    path = decoded
  }
  return true
}

function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}
