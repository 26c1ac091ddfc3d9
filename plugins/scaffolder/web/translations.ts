import type { Translation, TranslationLoaders } from '@portico/core/web'

type Loaded = Promise<{ readonly translation: Translation }>

async function merge(...parts: readonly Loaded[]): Loaded {
  const loaded = await Promise.all(parts)
  return { translation: Object.assign({}, ...loaded.map(({ translation }) => translation)) as Translation }
}

/** The texts of all pages of the scaffolder in other languages. */
export const scaffolderTranslations: TranslationLoaders = {
  de: () =>
    merge(
      import('./languages/german.ts'),
      import('./parts/languages/german.ts'),
      import('./running/languages/german.ts'),
      import('./reference/languages/german.ts'),
      import('./editor/languages/german.ts'),
      import('./home/languages/german.ts'),
    ),
  fr: () =>
    merge(
      import('./languages/french.ts'),
      import('./parts/languages/french.ts'),
      import('./running/languages/french.ts'),
      import('./reference/languages/french.ts'),
      import('./editor/languages/french.ts'),
      import('./home/languages/french.ts'),
    ),
  es: () =>
    merge(
      import('./languages/spanish.ts'),
      import('./parts/languages/spanish.ts'),
      import('./running/languages/spanish.ts'),
      import('./reference/languages/spanish.ts'),
      import('./editor/languages/spanish.ts'),
      import('./home/languages/spanish.ts'),
    ),
  ja: () =>
    merge(
      import('./languages/japanese.ts'),
      import('./parts/languages/japanese.ts'),
      import('./running/languages/japanese.ts'),
      import('./reference/languages/japanese.ts'),
      import('./editor/languages/japanese.ts'),
      import('./home/languages/japanese.ts'),
    ),
}
