const pluginIdPlaceholder = /\{\{\s*pluginId\s*\}\}/g

/** The address of one plugin from a discovery target such as `https://x.example/{{ pluginId }}`. */
export function fillUrlPattern(pattern: string, pluginId: string): string {
  return pattern.replace(pluginIdPlaceholder, encodeURIComponent(pluginId))
}

/** What is wrong with a discovery target; undefined when nothing is. Internal ones may also be looked up by `http+srv:`. */
export function urlPatternMistake(pattern: string, options: { srv?: boolean } = {}): string | undefined {
  const filled = fillUrlPattern(pattern, 'plugin-id')
  const url = URL.canParse(filled) ? new URL(filled) : undefined
  const protocols = options.srv ? ['http:', 'https:', 'http+srv:', 'https+srv:'] : ['http:', 'https:']
  if (!url || !protocols.includes(url.protocol)) return `'${pattern}' is not a valid URL`
  if (filled.includes('#')) return `'${pattern}' must not have a hash`
  if (filled.includes('?')) return `'${pattern}' must not have a query`
  if (filled.endsWith('/')) return `'${pattern}' must not end in a slash`
  return undefined
}
