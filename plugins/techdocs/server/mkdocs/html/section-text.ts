import type { DocsSection } from '@portico/techdocs/common'

const inlineNames = new Set(
  'a abbr b bdi bdo cite code del dfn em i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(' '),
)

/** No text: permalinks, marks of footnotes, sources of diagrams. */
const skippedClasses = new Set(['headerlink', 'footnote-ref', 'footnote-backref', 'mermaid'])

const headingNames = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

/** Collects the text of a page and of its sections while the page is written. */
export function createSectionText(titles: ReadonlyMap<string, string>) {
  const all: string[] = []
  const sections: { id: string; title: string; parts: string[] }[] = []
  let skipped = 0
  let inHeading = 0

  function add(text: string): void {
    if (skipped > 0) return
    all.push(text)
    if (inHeading === 0) sections.at(-1)?.parts.push(text)
  }

  return {
    add,
    space: () => add(' '),
    /** An element begins; the result ends it. */
    enter(name: string, id: string | undefined, className: string | undefined): () => void {
      const isSkipped = className !== undefined && skippedClasses.has(className)
      const isHeading = headingNames.has(name)
      const title = isHeading && id !== undefined ? titles.get(id) : undefined
      if (isSkipped) skipped += 1
      if (!inlineNames.has(name)) add(' ')
      if (title !== undefined) sections.push({ id: id!, title, parts: [] })
      if (isHeading) inHeading += 1
      return () => {
        if (isHeading) inHeading -= 1
        if (!inlineNames.has(name)) add(' ')
        if (isSkipped) skipped -= 1
      }
    },
    all: () => collapse(all),
    sections: (): DocsSection[] => sections.map(({ id, title, parts }) => ({ id, title, text: collapse(parts) })),
  }
}

function collapse(parts: readonly string[]): string {
  return parts.join('').replace(/\s+/g, ' ').trim()
}
