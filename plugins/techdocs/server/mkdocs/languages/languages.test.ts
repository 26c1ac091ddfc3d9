import { languageAt, siteAt } from '@portico/techdocs/common'
import { expect, test } from 'vitest'
import { openFiles as open } from '../../testing/render-markdown.ts'

const i18n = (languages: string, rest = '') => `site_name: Guide
plugins:
  - search
  - i18n:
      ${rest}
      languages: ${languages}
`
const both = '[{locale: en, name: English, default: true}, {locale: de, name: Deutsch, site_name: Handbuch}]'
const messages = ({ notices }: { readonly notices: readonly { readonly message: string }[] }) => notices.map(({ message }) => message)

// Each language is a site of its own at its own address: that is what the plugin builds, and what links from outside expect.
test('languages by suffix: the default one is at the root, others below their locale, untranslated pages in the default language', () => {
  const site = open({
    'mkdocs.yml': `${i18n(both)}nav: [Start: index.md, More: [guide/a.md, guide/b.md]]`,
    'docs/index.md': '# Start\n\n[a](guide/a.md) ![p](img/p.png)',
    'docs/index.de.md': '# Anfang\n\n[a](guide/a.md) [b](guide/b.md#part) ![p](img/p.png) ![s](img/same.png) [en](guide/a.en.md)',
    'docs/guide/a.en.md': '# A',
    'docs/guide/a.de.md': '# A auf Deutsch',
    'docs/guide/b.md': '# B\n\n## Part\n\n[start](../index.md) <a href="../a/">a</a> <img src="../../img/p.png">',
    'docs/img/p.png': 'en',
    'docs/img/p.de.png': 'de',
    'docs/img/same.png': 'x',
  })
  expect(site.pages).toEqual(['', 'guide/a/', 'guide/b/', 'de/', 'de/guide/a/', 'de/guide/b/'])
  expect(site.fallbacks).toEqual(['de/guide/b/'])
  expect(messages(site)).toEqual([])
  expect(site.site).toMatchObject({ name: 'Guide', home: '', nav: [{ path: '' }, { children: [{ title: 'A' }, { title: 'B' }] }] })
  expect(site.site.languages).toEqual([
    { locale: 'en', name: 'English', prefix: '', siteName: 'Guide', hasFallback: true, home: '', nav: site.site.nav },
    {
      locale: 'de',
      name: 'Deutsch',
      prefix: 'de/',
      siteName: 'Handbuch',
      hasFallback: true,
      home: 'de/',
      nav: [
        { title: 'Start', path: 'de/' },
        {
          title: 'More',
          children: [
            { title: 'A auf Deutsch', path: 'de/guide/a/' },
            { title: 'B', path: 'de/guide/b/' },
          ],
        },
      ],
    },
  ])
  expect([...site.assets]).toEqual([
    ['img/p.png', 'docs/img/p.png'],
    ['img/same.png', 'docs/img/same.png'],
    ['de/img/p.png', 'docs/img/p.de.png'],
  ])
  // Links stay in the language that is read; a link that names another language goes there.
  const german = site.render('de/')!
  expect([...german.page.html.matchAll(/(?:href|src)="(portico[^"]*)"/g)].map(([, url]) => url)).toEqual([
    'portico-page:/de/guide/a/',
    'portico-page:/de/guide/b/#part',
    'portico-file:/de/img/p.png',
    'portico-file:/img/same.png',
    'portico-page:/guide/a/',
  ])
  expect(german.page).toMatchObject({
    title: 'Start',
    language: 'de',
    source: 'docs/index.de.md',
    translations: [
      { locale: 'en', path: '' },
      { locale: 'de', path: 'de/' },
    ],
  })
  expect(site.render('')!.page).toMatchObject({ language: 'en', translations: german.page.translations })
  // What stands in for a translation says which language it is in, and is searched once.
  const fallback = site.render('de/guide/b/')!
  expect([fallback.page.language, fallback.sections]).toEqual(['en', []])
  expect([...fallback.page.html.matchAll(/(?:href|src)="(portico[^"]*)"/g)].map(([, url]) => url)).toEqual([
    'portico-page:/de/',
    'portico-page:/de/guide/a/',
    'portico-file:/de/img/p.png',
  ])
})

test('languages by folder: their folders are not part of the addresses of the default one, and files of no language are shared', () => {
  const languages =
    '[{locale: de, name: Deutsch, nav_translations: {Guides: Anleitungen, Top: Oben}}, {locale: en, name: English, default: true}]'
  const site = open({
    'mkdocs.yml': `${i18n(languages, 'docs_structure: folder')}nav: [Top: index.md, Guides: [guide/a.md, en/guide/b.md]]`,
    'docs/en/index.md': '# Home',
    'docs/en/guide/a.md': '# A',
    'docs/en/guide/b.md': '# B',
    'docs/de/README.md': '# Anfang\n\n![one](assets/p.png) ![two](../assets/p.png) [a](guide/a.md) [en](../en/guide/a.md)',
    'docs/de/guide/a.md': '![p](../../assets/p.png)',
    'docs/assets/p.png': 'x',
  })
  expect(site.pages).toEqual(['', 'guide/a/', 'guide/b/', 'de/', 'de/guide/a/', 'de/guide/b/'])
  expect(messages(site)).toEqual([])
  expect(site.site.languages?.map(({ locale, prefix }) => [locale, prefix])).toEqual([
    ['de', 'de/'],
    ['en', ''],
  ])
  expect(siteAt(site.site, 'de/guide/a/').nav).toEqual([
    { title: 'Oben', path: 'de/' },
    { title: 'Anleitungen', children: [expect.objectContaining({ path: 'de/guide/a/' }), { title: 'B', path: 'de/guide/b/' }] },
  ])
  expect([...site.render('de/')!.page.html.matchAll(/(?:href|src)="(portico[^"]*)"/g)].map(([, url]) => url)).toEqual([
    'portico-file:/assets/p.png',
    'portico-file:/assets/p.png',
    'portico-page:/de/guide/a/',
    'portico-page:/guide/a/',
  ])
  expect(site.render('de/')!.page.translations).toEqual([
    { locale: 'en', path: '' },
    { locale: 'de', path: 'de/' },
  ])
  expect(site.render('de/guide/a/')!.page.html).toContain('portico-file:/assets/p.png')
})

test('a language may have a navigation of its own, be left out, and go without what is not translated', () => {
  const languages =
    '[{locale: en, name: English, default: true}, {locale: de, name: Deutsch, nav: [only.md]}, {locale: fr, name: Français, build: false}]'
  const site = open({
    'mkdocs.yml': `${i18n(languages, 'fallback_to_default: false')}exclude_docs: draft.de.md`,
    'docs/index.md': '# Home',
    'docs/draft.de.md': '# Entwurf',
    'docs/index.fr.md': '# Accueil',
    'docs/a.md': '# A\n\n[nur](only.de.md)',
    'docs/only.de.md': '# Nur hier\n\n[a](a.md)',
  })
  expect(site.pages).toEqual(['', 'a/', 'de/only/'])
  expect(site.site.languages?.map(({ locale, home }) => [locale, home])).toEqual([
    ['en', ''],
    ['de', 'de/only/'],
  ])
  expect(site.render('a/')!.page.translations).toEqual([{ locale: 'en', path: 'a/' }])
  expect(site.render('a/')!.page.html).toContain('href="portico-page:/de/only/"')
  // The page exists, in another language.
  expect(site.render('de/only/')!.page.html).toContain('href="portico-page:/a/"')
})

test('what is wrong with the languages is said, and pages are shown all the same', () => {
  const files = { 'docs/index.md': '# Home' }
  const without = open({ ...files, 'mkdocs.yml': i18n('{en: English}') })
  expect([without.pages, messages(without)]).toEqual([[''], ['The plugin i18n has no list of languages']])
  const site = open({ ...files, 'mkdocs.yml': i18n('[{locale: ../x}, {locale: en, name: English}, {locale: pt-BR, name: Português}]') })
  expect(site.pages).toEqual(['', 'pt-BR/'])
  expect(messages(site)).toEqual([
    "A language of the plugin i18n has the locale '../x', which is none, and is left out",
    "The plugin i18n needs one default language; 'en' is taken",
  ])
  const more = open({ ...files, 'mkdocs.yml': i18n('[{locale: en, name: English, default: true, admonition_translations: {note: x}}]') })
  expect(messages(more)).toEqual(["admonition_translations of the language 'en' has no effect"])
  expect(languageAt(site.site, 'pt-BR/')?.locale).toBe('pt-BR')
  expect(languageAt(site.site, 'pt/')?.locale).toBe('en')
})
