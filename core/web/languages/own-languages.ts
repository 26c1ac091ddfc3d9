import type { Language } from './languages.ts'
import type { TranslationLoaders } from './translation.ts'

/** The languages that come with the portal. */
export const ownLanguages: readonly Language[] = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
  { code: 'fr', name: 'Français' },
  { code: 'es', name: 'Español' },
  { code: 'ja', name: '日本語' },
]

/** The shell's and the kit's texts in other languages, each a chunk of its own. */
export const ownTranslations: TranslationLoaders = {
  de: () => import('./german.ts'),
  fr: () => import('./french.ts'),
  es: () => import('./spanish.ts'),
  ja: () => import('./japanese.ts'),
}
