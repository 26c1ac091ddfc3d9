import { fold } from './fold.ts'

// Named as in PostgreSQL and in Elasticsearch.
const modules = {
  arabic: () => Promise.all([import('@orama/stemmers/arabic'), import('@orama/stopwords/arabic')]),
  danish: () => Promise.all([import('@orama/stemmers/danish'), import('@orama/stopwords/danish')]),
  dutch: () => Promise.all([import('@orama/stemmers/dutch'), import('@orama/stopwords/dutch')]),
  english: () => Promise.all([import('@orama/stemmers/english'), import('@orama/stopwords/english')]),
  finnish: () => Promise.all([import('@orama/stemmers/finnish'), import('@orama/stopwords/finnish')]),
  french: () => Promise.all([import('@orama/stemmers/french'), import('@orama/stopwords/french')]),
  german: () => Promise.all([import('@orama/stemmers/german'), import('@orama/stopwords/german')]),
  greek: () => Promise.all([import('@orama/stemmers/greek'), import('@orama/stopwords/greek')]),
  hungarian: () => Promise.all([import('@orama/stemmers/hungarian'), import('@orama/stopwords/hungarian')]),
  italian: () => Promise.all([import('@orama/stemmers/italian'), import('@orama/stopwords/italian')]),
  norwegian: () => Promise.all([import('@orama/stemmers/norwegian'), import('@orama/stopwords/norwegian')]),
  portuguese: () => Promise.all([import('@orama/stemmers/portuguese'), import('@orama/stopwords/portuguese')]),
  romanian: () => Promise.all([import('@orama/stemmers/romanian'), import('@orama/stopwords/romanian')]),
  russian: () => Promise.all([import('@orama/stemmers/russian'), import('@orama/stopwords/russian')]),
  spanish: () => Promise.all([import('@orama/stemmers/spanish'), import('@orama/stopwords/spanish')]),
  swedish: () => Promise.all([import('@orama/stemmers/swedish'), import('@orama/stopwords/swedish')]),
  turkish: () => Promise.all([import('@orama/stemmers/turkish'), import('@orama/stopwords/turkish')]),
}

export type LanguageName = keyof typeof modules
export const languageNames = Object.keys(modules) as [LanguageName, ...LanguageName[]]

/** What is known of the languages that documents are written in. Words are folded. */
export interface Languages {
  /** Whether a word says nothing by itself in one of them: `the`, `of`. */
  isStopWord(word: string): boolean
  /** What the forms of a word have in common, in each of them: `book` of `booked` and `booking`. */
  readonly stemmers: readonly ((word: string) => string)[]
}

export async function loadLanguages(names: readonly LanguageName[]): Promise<Languages> {
  const loaded = await Promise.all(names.map(name => modules[name]()))
  // The English list has no `a`.
  const stopWords = new Set(names.includes('english') ? ['a'] : [])
  for (const [, { stopwords }] of loaded) for (const word of stopwords) stopWords.add(fold(word))
  return {
    isStopWord: word => stopWords.has(word),
    // Porter's stemmer has `deploi` for `deployed` and `deploy` for `deployment`, `cri` for `cries` and `cry` for `cry`.
    stemmers: loaded.map(
      ([{ stemmer }]) =>
        word =>
          stemmer(word).replace(/y$/, 'i'),
    ),
  }
}
