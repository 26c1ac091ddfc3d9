/** Of the sections of one site, and of the text of one. */
const maxSections = 50_000
const maxTextLength = 100_000

interface PublishedSection {
  readonly location: string
  readonly title: string
  readonly text: string
}

/** The sections of a `search/search_index.json` that others have published. Whatever is no section is left out. */
export function readPublishedIndex(text: string): PublishedSection[] {
  const parsed = JSON.parse(text) as { readonly docs?: unknown } | null
  const docs = Array.isArray(parsed?.docs) ? (parsed.docs as unknown[]) : []
  return docs.slice(0, maxSections).flatMap(each => {
    const { location, title, text: body } = (each ?? {}) as Readonly<Record<string, unknown>>
    if (typeof location !== 'string' || typeof title !== 'string' || leadsOut(location)) return []
    return [{ location, title: plain(title), text: typeof body === 'string' ? plain(body.slice(0, maxTextLength)) : '' }]
  })
}

function leadsOut(location: string): boolean {
  const path = location.replace(/#.*$/s, '')
  return /^[/\\]|^[a-z][a-z0-9+.-]*:/i.test(path) || path.split(/[/\\]/).includes('..')
}

/** Python leaks the signs of permalinks into its texts; the search of Material writes them as HTML. */
function plain(text: string): string {
  const words = /<\/?(?:p|li|ul|ol|pre|code|td|tr|table|div|span|em|strong|h[1-6])\b[^<>]*>/i.test(text) ? withoutTags(text) : text
  return words.replaceAll('¶', '').replace(/\s+/g, ' ').trim()
}

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }

function withoutTags(html: string): string {
  const prose = html.replace(/<pre\b[^<>]*\bmermaid\b[^<>]*>.*?<\/pre>/gis, ' ')
  return prose.replace(/<[^<>]*>/g, ' ').replace(/&(?:lt|gt|quot|#39|amp);/g, entity => entities[entity]!)
}
