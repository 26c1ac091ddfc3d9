import type { DocsTranslation } from '@portico/techdocs/common'
import type { NavSource } from '../nav/nav-source.ts'
import { swapIndex, type Placement, type SiteFiles, type SitePage } from '../site-files.ts'
import type { Site } from '../opened-site.ts'
import { filesOf } from './language-files.ts'
import type { SiteLanguage, SiteLanguages } from './site-languages.ts'

/** What is particular to a language when a site is opened. */
export interface LanguageEdition {
  readonly language: SiteLanguage
  readonly placement: Placement
  /** The files of the language, of all files of the docs folder. */
  filesOf(all: ReadonlyMap<string, string>): ReadonlyMap<string, string>
  /** A navigation with the titles and targets of the language. */
  navOf(nav: readonly NavSource[]): NavSource[]
  translationsOf(page: SitePage): DocsTranslation[]
}

/** A site in one language, with what the others need to know of it. */
export interface OpenedEdition extends Site {
  readonly files: SiteFiles
}

interface OpenedLanguage {
  readonly language: SiteLanguage
  readonly opened: OpenedEdition
}

/** Opens a site in each of its languages. The default one is at the root, the others are below their locale. */
export function openLanguages(languages: SiteLanguages, prefix: string, open: (edition: LanguageEdition) => OpenedEdition): Site {
  const editions: OpenedLanguage[] = []
  const own = (find: (files: SiteFiles) => SitePage | undefined) =>
    editions.map(({ opened }) => find(opened.files)).find(page => page && page.isFallback !== true)
  const translationsOf = ({ file }: SitePage) =>
    editions.flatMap(({ language: { locale }, opened: { files } }) => {
      const found = files.byFile.get(file) ?? files.byFile.get(swapIndex(file))
      return found ? [{ locale, path: found.path }] : []
    })
  const built = languages.all.filter(({ isBuilt }) => isBuilt)
  for (const language of [languages.default, ...built.filter(each => each !== languages.default)]) {
    let borrowed: ReadonlySet<string> = new Set()
    const opened = open({
      language,
      placement: {
        prefix: language === languages.default ? prefix : `${prefix}${language.locale}/`,
        languageOf: file => (borrowed.has(file) ? { language: languages.default.locale, isFallback: true } : { language: language.locale }),
        defaults: editions[0]?.opened.files,
        elsewhere: source => own(files => files.bySource.get(source)),
      },
      filesOf(all) {
        const found = filesOf(all, language, languages)
        borrowed = found.borrowed
        return found.files
      },
      navOf: nav => nav.map(source => toLanguage(source, language, languages)),
      translationsOf,
    })
    editions.push({ language, opened })
  }
  return join(editions, built, languages)
}

function join(editions: readonly OpenedLanguage[], built: readonly SiteLanguage[], languages: SiteLanguages): Site {
  const first = editions[0]!.opened
  const listed = built.map(language => editions.find(each => each.language === language)!)
  const pages = editions.flatMap(({ opened }) => opened.files.pages)
  return {
    site: {
      ...first.site,
      redirects: Object.assign({}, ...editions.map(({ opened }) => opened.site.redirects).reverse()) as Record<string, string>,
      languages: listed.map(({ language: { locale, name }, opened: { site, files } }) => ({
        locale,
        name,
        prefix: files.prefix,
        siteName: site.name,
        hasFallback: languages.hasFallback,
        nav: site.nav,
        ...(site.home !== undefined && { home: site.home }),
      })),
    },
    // All languages add to the same notices.
    notices: editions.at(-1)!.opened.notices,
    ...(editions.at(-1)!.opened.unlisted && { unlisted: editions.at(-1)!.opened.unlisted }),
    pages: pages.map(({ path }) => path),
    fallbacks: pages.filter(({ isFallback }) => isFallback === true).map(({ path }) => path),
    assets: new Map(editions.flatMap(({ opened }) => [...opened.assets])),
    render: path => editions.find(({ opened }) => opened.files.byPath.has(path))?.opened.render(path),
  }
}

/** A nav names pages without their language, or in its folder. */
function toLanguage({ title, target, children }: NavSource, language: SiteLanguage, languages: SiteLanguages): NavSource {
  const folder = languages.structure === 'folder' ? target?.split('/', 1)[0] : undefined
  const isInFolder = folder === language.locale || folder === languages.default.locale
  return {
    title: title === undefined ? undefined : (language.navTitles.get(title) ?? title),
    target: isInFolder && target?.includes('/') ? target.slice(folder.length + 1) : target,
    ...(children && { children: children.map(child => toLanguage(child, language, languages)) }),
  }
}
