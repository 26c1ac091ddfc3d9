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
    const response = fetch(url, { credentials: 'include', headers: { 'x-requested-with': 'XMLHttpRequest' } })
    response.catch(() => undefined)
    window.earlyRefresh = { url, response }
  }
}
