export interface SlugOptions {
  readonly separator: string
  /** Keeps letters of all scripts, as `pymdownx.slugs` does. */
  readonly unicode: boolean
  readonly lowerCase: boolean
}

export const defaultSlug: SlugOptions = { separator: '-', unicode: false, lowerCase: true }

/** The id of a heading, as Python-Markdown gives it. */
export function toSlug(text: string, { separator, unicode, lowerCase }: SlugOptions = defaultSlug): string {
  const plain = unicode ? text.normalize('NFC') : text.normalize('NFKD').replace(/[^\u0000-\u007f]/g, '')
  const kept = plain.replace(unicode ? /[^\p{L}\p{N}\p{M}_\s-]/gu : /[^\w\s-]/g, '').trim()
  return (lowerCase ? kept.toLowerCase() : kept).replace(/[\s-]+/g, separator)
}

/** Makes ids unique on a page: `same`, `same_1`, `same_2`. */
export function createUniqueIds(taken: Iterable<string> = []) {
  const used = new Set(taken)
  // Where counting stopped, so that a thousand equal headings do not count to a thousand each.
  const last = new Map<string, number>()

  return (wanted: string): string => {
    let id = wanted
    const numbered = /^(.*)_(\d{1,9})$/s.exec(id)
    if (id === '' || used.has(id)) {
      const stem = numbered ? numbered[1]! : id
      let count = Math.max(last.get(stem) ?? 0, numbered ? Number(numbered[2]) : 0)
      do id = `${stem}_${(count += 1)}`
      while (used.has(id))
      last.set(stem, count)
    }
    used.add(id)
    return id
  }
}
