/** How often the browser has sent each of the requests that the HTML names: once where the code of the page uses their responses. */
export function countFirstRequests(): number[] {
  const named = document.querySelector<HTMLMetaElement>('meta[name="first-requests"]')
  const sent = performance.getEntriesByType('resource').map(({ name }) => name)
  return (JSON.parse(named?.content ?? '[]') as string[]).map(url => sent.filter(name => name === url).length)
}
