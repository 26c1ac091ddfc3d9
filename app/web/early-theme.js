// Runs before anything is drawn, so that a dark portal does not flash white. The choice itself is made in core/web/themes.ts.
{
  const chosenTheme = () => {
    try {
      return localStorage.getItem('theme')
    } catch {
      return undefined
    }
  }
  const chosen = chosenTheme()
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.dataset.mantineColorScheme = chosen === 'light' || chosen === 'dark' ? chosen : system
}
