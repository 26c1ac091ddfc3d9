import { languageAt, type DocsSearchHit, type DocsSite } from '@portico/techdocs/common'

export interface IndexedDocument {
  readonly location: string
  readonly title: string
  readonly text: string
}

const maxHits = 20
const excerptLength = 160

/** Sections with their places in the whole site, where the index is that of one version. */
export function withPrefix(documents: readonly IndexedDocument[], prefix: string): readonly IndexedDocument[] {
  return prefix === '' ? documents : documents.map(document => ({ ...document, location: `${prefix}${document.location}` }))
}

/** The sections of one language: its own, and those of the default language that stand in for what is not translated. */
export function inLanguage(
  documents: readonly IndexedDocument[],
  site: Pick<DocsSite, 'languages'>,
  locale: string | undefined,
): IndexedDocument[] {
  const language = site.languages?.find(each => each.locale === locale)
  const prefixes = (site.languages ?? []).map(({ prefix }) => prefix)
  const first = prefixes.reduce((one, other) => (other.length < one.length ? other : one), prefixes[0] ?? '')
  if (!language) return [...documents]
  const ofLanguage = (prefix: string) => documents.filter(({ location }) => languageAt(site, location)?.prefix === prefix)
  const own = ofLanguage(language.prefix)
  if (language.prefix === first || !language.hasFallback) return own
  const pages = new Set(own.map(({ location }) => location.split('#', 1)[0]))
  const borrowed = ofLanguage(first).map(document => ({
    ...document,
    location: `${language.prefix}${document.location.slice(first.length)}`,
  }))
  return [...own, ...borrowed.filter(({ location }) => !pages.has(location.split('#', 1)[0]))]
}

/** Sections of one site that have all words of the term; titles count more than texts. */
export function searchSections(documents: readonly IndexedDocument[], term: string): DocsSearchHit[] {
  const words = term
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')
    .slice(0, 10)
  if (words.length === 0) return []
  const titles = new Map(documents.filter(({ location }) => !location.includes('#')).map(({ location, title }) => [location, title]))
  const scored = documents.flatMap(document => {
    const [title, text] = [document.title.toLowerCase(), document.text.toLowerCase()]
    if (!words.every(word => title.includes(word) || text.includes(word))) return []
    const isSection = document.location.includes('#')
    const score = words.reduce((sum, word) => sum + (title.startsWith(word) ? 8 : title.includes(word) ? 5 : 1), isSection ? 1 : 0)
    return [{ document, score }]
  })
  // A page whose section was found already adds nothing.
  const sections = new Set(
    scored.filter(({ document }) => document.location.includes('#')).map(({ document }) => document.location.split('#', 1)[0]),
  )
  return scored
    .filter(({ document, score }) => document.location.includes('#') || !sections.has(document.location) || score >= 5)
    .sort((one, other) => other.score - one.score)
    .slice(0, maxHits)
    .map(({ document }) => toHit(document, titles, words))
}

function toHit({ location, title, text }: IndexedDocument, titles: ReadonlyMap<string, string>, words: readonly string[]): DocsSearchHit {
  const [path = '', id] = location.split('#', 2)
  const at = Math.max(0, text.toLowerCase().indexOf(words[0]!) - excerptLength / 4)
  const excerpt = `${at > 0 ? '…' : ''}${text.slice(at, at + excerptLength)}${at + excerptLength < text.length ? '…' : ''}`
  return {
    path: path.split('/').map(decodeURIComponent).join('/'),
    ...(id !== undefined && { id }),
    title,
    page: titles.get(path) ?? title,
    text: excerpt,
  }
}
