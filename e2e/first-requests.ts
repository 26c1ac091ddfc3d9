/** How often the browser has sent each of the requests that the HTML names: once where the code of the page uses their responses. */
export function countFirstRequests(): number[] {
  const named = document.querySelector<HTMLMetaElement>('meta[name="first-requests"]')
  const sent = performance.getEntriesByType('resource').map(({ name }) => name)
  return (JSON.parse(named?.content ?? '[]') as string[]).map(url => sent.filter(name => name === url).length)
}

/** The same of those that the browser remembers of the page's last visit. */
export function countRememberedRequests(): number[] {
  const remembered = JSON.parse(localStorage.getItem('/session/first-requests') ?? '{}') as Record<string, string[]>
  const sent = performance.getEntriesByType('resource').map(({ name }) => name)
  return (remembered[new URL(performance.getEntriesByType('navigation')[0]!.name).pathname] ?? []).map(
    url => sent.filter(name => name === url).length,
  )
}
