/** How often the browser has sent each of the requests that the HTML names: once where the code of the page uses their responses. */
export function countFirstRequests(): number[] {
  const named = document.querySelector<HTMLMetaElement>('meta[name="first-requests"]')
  const sent = performance.getEntriesByType('resource').map(({ name }) => name)
  return (JSON.parse(named?.content ?? '[]') as string[]).map(url => sent.filter(name => name === url).length)
}

/** What the browser remembers that a page read when it was last opened. */
export function rememberedRequests(pathname: string): string[] {
  const remembered = JSON.parse(localStorage.getItem('/session/first-requests') ?? '{}') as Record<string, string[]>
  return remembered[pathname] ?? []
}
