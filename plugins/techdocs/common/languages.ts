import type { DocsLanguage, DocsSite } from './site.ts'

/** The language that a path of a site is in; undefined for a site of one language. */
export function languageAt(site: Pick<DocsSite, 'languages'>, path: string): DocsLanguage | undefined {
  const found = (site.languages ?? []).filter(({ prefix }) => path.startsWith(prefix))
  // That of the default language is the shortest, and begins all others.
  return found.sort((one, other) => other.prefix.length - one.prefix.length)[0]
}

/** The site as it is in the language of a path. */
export function siteAt<S extends Pick<DocsSite, 'name' | 'nav' | 'home' | 'languages'>>(site: S, path: string): S {
  const language = languageAt(site, path)
  return language ? { ...site, name: language.siteName, nav: language.nav, home: language.home } : site
}
