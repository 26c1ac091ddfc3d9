/** Texts of another language: by catalogue and key. What is missing stays English. */
export type Translation = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Where each language's texts come from: `{ de: () => import('./languages/de.ts') }`, each a chunk of its own. */
export type TranslationLoaders = Readonly<Record<string, () => Promise<{ readonly translation: Translation }>>>
