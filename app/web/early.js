// Runs before anything is drawn and before the portal's own code is there.
{
  const stored = key => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }

  // A dark portal does not flash white. The choice itself is made in core/web/themes.ts.
  const chosen = stored('theme')
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.dataset.mantineColorScheme = chosen === 'light' || chosen === 'dark' ? chosen : system

  // The session is requested at once. The request, and what uses its answer, is in core/web/session/early-refresh.ts.
  const url = stored('/session/refresh')
  if (url !== null && stored('@backstage/core:SignInPage:provider') !== null) {
    const reply = fetch(url, { credentials: 'include', headers: { 'x-requested-with': 'XMLHttpRequest' } })

    // What the server names as the first data of this page is requested as soon as the session is there, before the portal begins to draw.
    window.earlyData = reply
      .then(response => response.clone().json())
      .then(({ backstageIdentity: { token } }) => {
        const named = document.querySelector('meta[name="first-requests"]')
        const urls = JSON.parse(named?.content ?? '[]')
        const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
        const responses = new Map(urls.map(each => [each, fetch(each, { headers })]))
        for (const each of responses.values()) each.catch(() => undefined)
        return { authorization: headers.authorization, responses }
      })
      .catch(() => undefined)
    const response = window.earlyData.then(() => reply)
    response.catch(() => undefined)
    window.earlyRefresh = { url, response }
  }
}
