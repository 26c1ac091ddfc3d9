export type CspDirectives = Readonly<Record<string, readonly string[] | false>>

const defaults: Record<string, readonly string[]> = {
  'default-src': ["'self'"],
  'base-uri': ["'self'"],
  'connect-src': ["'self'"],
  'font-src': ["'self'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'img-src': ["'self'", 'data:'],
  'object-src': ["'none'"],
  'script-src': ["'self'"],
  'script-src-attr': ["'none'"],
  'style-src': ["'self'"],
}

/** The content security policy: ours, with the directives of `backend.csp` over it; `false` removes one. */
export function contentSecurityPolicy(
  directives: CspDirectives = {},
  extra: {
    readonly nonce?: string
    /** Hashes of the scripts that are written out in the page. */
    readonly scripts?: readonly string[]
    readonly connect?: readonly string[]
    readonly images?: readonly string[]
  } = {},
): string {
  const merged: Record<string, readonly string[] | false> = { ...defaults, ...directives }
  const style = merged['style-src']
  if (extra.nonce !== undefined && style) merged['style-src'] = [...style, `'nonce-${extra.nonce}'`]
  const script = merged['script-src']
  // Beside a hash, browsers would no longer follow an operator's 'unsafe-inline'.
  if (extra.scripts?.length && script && !script.includes("'unsafe-inline'")) merged['script-src'] = [...script, ...extra.scripts]
  const connect = merged['connect-src']
  if (extra.connect?.length && connect) merged['connect-src'] = [...connect, ...extra.connect]
  const images = merged['img-src']
  if (extra.images?.length && images) merged['img-src'] = [...images, ...extra.images]
  return Object.entries(merged)
    .filter(([, values]) => values !== false)
    .map(([name, values]) => [name, ...(values || [])].join(' '))
    .join('; ')
}

/** `backend.csp` as directives: a text of several sources is split; `false` removes a directive. */
export function toDirectives(csp: Readonly<Record<string, string | readonly string[] | false>> | undefined): CspDirectives {
  return Object.fromEntries(
    Object.entries(csp ?? {}).map(([name, value]) => [name, typeof value === 'string' ? value.split(/\s+/) : value]),
  )
}

/** Headers of every reply. Written out here because they are constants: a hook that sets them costs nothing. */
export function securityHeaders(options: { readonly csp?: CspDirectives | undefined; readonly https: boolean }): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(options.csp),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    ...(options.https && { 'strict-transport-security': 'max-age=15552000; includeSubDomains' }),
  }
}
