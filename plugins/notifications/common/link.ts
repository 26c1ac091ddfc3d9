// Relative links are resolved against an address that no real one has, to see whether they stay with the portal.
const base = 'https://portal.invalid'

/** Whether a link leads to a web page: an http or https address, or a path of the portal. `javascript:` and `//host` do neither. */
export function isNotificationLink(link: string): boolean {
  if (!URL.canParse(link, base)) return false
  const { protocol, origin } = new URL(link, base)
  if (/^https?:\/\//i.test(link)) return protocol === 'http:' || protocol === 'https:'
  return origin === base
}
