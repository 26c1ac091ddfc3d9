import { toRecord } from '@portico/core/common'
import { toFlag, toText, type Options } from '../config/config-values.ts'
import type { SiteConfig } from '../config/site-config.ts'
import type { Notices } from '../notices.ts'

/** A language of a site, as the plugin `i18n` has it. */
export interface SiteLanguage {
  /** `de`, `pt-BR`: how files are marked, and where the language is in the site. */
  readonly locale: string
  /** What the language calls itself. */
  readonly name: string
  readonly isDefault: boolean
  /** Whether it is shown; the files of others are left out. */
  readonly isBuilt: boolean
  /** What it says in place of the config of the site. */
  readonly options: Options
  readonly navTitles: ReadonlyMap<string, string>
}

export interface SiteLanguages {
  readonly all: readonly SiteLanguage[]
  readonly default: SiteLanguage
  readonly structure: 'suffix' | 'folder'
  /** Whether a page without a translation is shown in the default language. */
  readonly hasFallback: boolean
}

/** Each language has its own navigation: more than anybody maintains would only cost memory. */
const maxLanguages = 30
/** Of a language: what works, and what has no meaning in a portal. */
const knownKeys = new Set(
  'locale name default build site_name site_description copyright nav nav_translations link site_url site_author theme'.split(' '),
)
const localeForm = /^[a-zA-Z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,3}$/

/** The languages of the plugin `i18n`; undefined for a site without it, or without a language that could be shown. */
export function readLanguages({ plugins, file }: SiteConfig, notices: Notices): SiteLanguages | undefined {
  const options = plugins.get('i18n')
  if (!options || toFlag(options['enabled']) === false) return undefined
  const warn = (message: string, fix?: string) =>
    notices.add({
      level: 'warning',
      code: 'languages',
      message,
      ...(file !== undefined && { file }),
      ...(fix !== undefined && { fix }),
    })
  const ignored = (key: string, locale: string) =>
    notices.add({
      level: 'info',
      code: 'no-effect',
      message: `${key} of the language '${locale}' has no effect`,
      ...(file !== undefined && { file }),
    })
  const written: unknown = options['languages']
  if (!Array.isArray(written)) {
    warn('The plugin i18n has no list of languages', 'Write languages: [{ locale: en, name: English, default: true }]')
    return undefined
  }
  const all = (written as unknown[]).slice(0, maxLanguages).flatMap(entry => toLanguage(entry, warn))
  for (const { locale, options: own } of all) Object.keys(own).forEach(key => knownKeys.has(key) || ignored(key, locale))
  if (written.length > maxLanguages) warn(`The plugin i18n has more than ${maxLanguages} languages; the rest is left out`)
  const chosen = all.filter(({ isDefault, isBuilt }) => isDefault && isBuilt)
  const first = chosen[0] ?? all.find(({ isBuilt }) => isBuilt)
  if (!first) return undefined
  if (chosen.length !== 1) warn(`The plugin i18n needs one default language; '${first.locale}' is taken`, 'Set default: true for one')
  return {
    all,
    default: first,
    structure: toText(options['docs_structure']) === 'folder' ? 'folder' : 'suffix',
    hasFallback: toFlag(options['fallback_to_default']) ?? true,
  }
}

function toLanguage(entry: unknown, warn: (message: string) => void): SiteLanguage[] {
  const options = toRecord(entry)
  const locale = toText(options['locale'])
  if (locale === undefined || !localeForm.test(locale)) {
    warn(`A language of the plugin i18n has the locale '${locale ?? ''}', which is none, and is left out`)
    return []
  }
  const titles = options['nav_translations']
  const pairs = typeof titles === 'object' && titles !== null ? Object.entries(titles as Options) : []
  return [
    {
      locale,
      name: toText(options['name']) ?? locale,
      isDefault: toFlag(options['default']) ?? false,
      isBuilt: toFlag(options['build']) ?? true,
      options,
      navTitles: new Map(pairs.flatMap(([from, to]) => (toText(to) === undefined ? [] : [[from, toText(to)!] as const]))),
    },
  ]
}

/** The config of a site as it is in one language. */
export function inLanguage(config: SiteConfig, { options }: SiteLanguage): SiteConfig {
  return {
    ...config,
    name: toText(options['site_name']) ?? config.name,
    description: toText(options['site_description']) ?? config.description,
    copyright: toText(options['copyright']) ?? config.copyright,
    nav: options['nav'] ?? config.nav,
  }
}
