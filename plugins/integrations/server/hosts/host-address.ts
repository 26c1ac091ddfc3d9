/** An address without a trailing slash. */
export function trimmed(url: string): string {
  return url.replace(/\/+$/, '')
}

/** The address of a host: https, but for loopback, which tests and trials use. */
export function originOf(host: string): string {
  return `${/^(127\.0\.0\.1|localhost|\[::1\])(:|$)/.test(host) ? 'http' : 'https'}://${host}`
}
