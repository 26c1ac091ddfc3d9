import type { DocsSearchHit } from '@portico/techdocs/common'

export interface IndexedDocument {
  readonly location: string
  readonly title: string
  readonly text: string
}

const maxHits = 20
const excerptLength = 160

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
