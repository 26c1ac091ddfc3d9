import type { TextLookup } from '@portico/ui'
import { defineApiRef } from '../apis/api-ref.ts'
import { createObservable, type Observable } from '../observable.ts'
import type { Translation, TranslationLoaders } from './translation.ts'

/** A language of the portal. */
export interface Language {
  /** Its code: `en`, `de`, `pt-BR`. */
  readonly code: string
  /** Its own name for itself. */
  readonly name: string
}

export interface Languages {
  readonly supported: readonly Language[]
  /** The code of the language in use. */
  readonly active: Observable<string>
  /** The wordings in use: those of the language, below those of the organisation. */
  readonly texts: Observable<TextLookup>
  /** Settles once the texts of the first language are loaded, or have failed to load. */
  readonly ready: Promise<void>
  choose(code: string): void
}

export const languagesApiRef = defineApiRef<Languages>({ id: 'core.languages', description: 'The language of the portal' })

export const defaultLanguage = 'en'
const storageKey = 'language'

export interface LanguagesOptions {
  readonly supported: readonly Language[]
  /** The language of users who have chosen none. Default `en`. */
  readonly initial?: string | undefined
  /** Where texts come from: the shell's and the kit's own, then each plugin's. */
  readonly loaders: readonly TranslationLoaders[]
  /** The organisation's own texts, by language; they override everything. */
  readonly overrides?: TranslationLoaders | undefined
  readonly storage: Storage
  readonly onOtherTab: (listener: (key: string | undefined) => void) => void
  readonly onError: (error: Error) => void
}

/** The languages of a portal. Texts are loaded when their language is chosen; until they are loaded, the old ones stay. */
export function createLanguages(options: LanguagesOptions): Languages {
  const { supported, initial = defaultLanguage, loaders, overrides = {}, storage, onOtherTab, onError } = options
  checkSupported(supported, initial)
  const active = createObservable(stored())
  const texts = createObservable<TextLookup>(() => undefined)
  const loaded = new Map<string, Promise<TextLookup>>()

  function stored(): string {
    const code = storage.getItem(storageKey)
    return supported.some(language => language.code === code) ? code! : initial
  }

  async function load(code: string): Promise<TextLookup> {
    const all = [overrides, ...loaders].flatMap(each => (Object.hasOwn(each, code) ? [each[code]!] : []))
    const results = await Promise.allSettled(all.map(async each => (await each()).translation))
    const failed = results.find(result => result.status === 'rejected')
    if (failed) {
      loaded.delete(code)
      onError(new Error(`The texts of the language '${code}' failed to load: ${reasonOf(failed.reason)}`))
    }
    const found = results.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
    return (catalogue, key) => found.map(each => wordsIn(each, catalogue, key)).find(words => words !== undefined)
  }

  async function speak(code: string): Promise<void> {
    if (!loaded.has(code)) loaded.set(code, load(code))
    const lookup = await loaded.get(code)!
    // Only the last choice counts, whichever loads last.
    if (active.get() === code) texts.set(lookup)
  }

  onOtherTab(key => {
    if (key !== storageKey && key !== undefined) return
    active.set(stored())
    void speak(active.get())
  })

  return {
    supported,
    active,
    texts,
    ready: speak(active.get()),
    choose(code) {
      if (!supported.some(language => language.code === code)) throw new Error(`The language '${code}' is not supported`)
      storage.setItem(storageKey, code)
      active.set(code)
      void speak(code)
    },
  }
}

function checkSupported(supported: readonly Language[], initial: string): void {
  const codes = supported.map(({ code }) => code)
  const twice = codes.find((code, index) => codes.indexOf(code) !== index)
  if (twice !== undefined) throw new Error(`Supported languages must be unique, '${twice}' is listed twice`)
  if (!codes.includes(initial)) throw new Error(`Supported languages must include the default language '${initial}'`)
}

function wordsIn(translation: Translation, catalogue: string, key: string): string | undefined {
  const texts = Object.hasOwn(translation, catalogue) ? translation[catalogue]! : {}
  return Object.hasOwn(texts, key) ? texts[key] : undefined
}

function reasonOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason)
}
