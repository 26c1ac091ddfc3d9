import { isPageFile, swapIndex } from '../site-files.ts'
import type { SiteLanguage, SiteLanguages } from './site-languages.ts'

/** The files of a site in one language, by their paths without the mark of a language. */
export interface LanguageFiles {
  /** From paths in the docs folder to paths in the source. */
  readonly files: ReadonlyMap<string, string>
  /** Those of the default language that stand in for a translation. */
  readonly borrowed: ReadonlySet<string>
}

/** The path of a file without the mark of its language. Of several files for one path the lowest rank is taken; undefined for a file of another language. */
type Place = { readonly file: string; readonly rank: number } | undefined

/** What of the docs folder belongs to a language. Of files for the same path, its own comes first, then that of the default language. */
export function filesOf(all: ReadonlyMap<string, string>, language: SiteLanguage, languages: SiteLanguages): LanguageFiles {
  const placeOf = languages.structure === 'folder' ? inFolder : bySuffix
  const found = new Map<string, { readonly source: string; readonly rank: number }>()
  for (const [path, source] of all) {
    const place = placeOf(path, language, languages)
    if (!place) continue
    const known = found.get(place.file)
    if (!known || place.rank < known.rank) found.set(place.file, { source, rank: place.rank })
  }
  const isOwn = (file: string) => language === languages.default || found.get(file)?.rank === 0
  const files = new Map<string, string>()
  const borrowed = new Set<string>()
  for (const [file, { source }] of found) {
    if (!isOwn(file) && isPageFile(file)) {
      if (!languages.hasFallback || isOwn(swapIndex(file))) continue
      borrowed.add(file)
    }
    files.set(file, source)
  }
  return { files, borrowed }
}

/** `index.de.md` is `index.md` in German; without a mark a file is in the default language. */
function bySuffix(path: string, language: SiteLanguage, languages: SiteLanguages): Place {
  const [, stem, locale, extension] = /^(.*[^/.])\.([^/.]+)(\.[^/.]+)$/.exec(path) ?? []
  if (locale === undefined || !languages.all.some(each => each.locale === locale)) return { file: path, rank: 2 }
  const file = `${stem}${extension}`
  if (locale === language.locale) return { file, rank: 0 }
  return locale === languages.default.locale ? { file, rank: 1 } : undefined
}

/** `de/index.md` is `index.md` in German; what is in the folder of no language belongs to all. */
function inFolder(path: string, language: SiteLanguage, languages: SiteLanguages): Place {
  const folder = path.split('/', 1)[0]!
  if (!path.includes('/') || !languages.all.some(each => each.locale === folder)) return { file: path, rank: 2 }
  const file = path.slice(folder.length + 1)
  if (folder === language.locale) return { file, rank: 0 }
  return folder === languages.default.locale ? { file, rank: 1 } : undefined
}
