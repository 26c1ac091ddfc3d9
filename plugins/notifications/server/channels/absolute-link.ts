/** The whole address of a notification's link: paths are those of the portal. */
export function absoluteLink(link: string, appUrl: string): string {
  const base = appUrl.endsWith('/') ? appUrl : `${appUrl}/`
  // The dot keeps a path a path: `javascript:x` and `//host` are addresses, `./javascript:x` is a path.
  return new URL(/^\/(?!\/)/.test(link) ? `./${link.slice(1)}` : link, base).href
}
