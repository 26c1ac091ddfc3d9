import { createContext, use, useCallback, type ReactNode } from 'react'

/** One text of the portal: its English, and the name under which other languages and overrides find it. */
export interface Message<T extends string = string> {
  readonly catalogue: string
  readonly key: string
  readonly text: T
}

/** A text that is shown: a message that can be translated, or plain words that cannot, such as a name. */
export type Text = string | Message

type ValueNames<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | ValueNames<Rest> : never
export type MessageValues<T extends string> = [ValueNames<T>] extends [never]
  ? []
  : [values: Readonly<Record<ValueNames<T>, string | number>>]

/** Declares the texts of one plugin or layer: `defineMessages('home', { greeting: 'Hello {name}' })`. */
export function defineMessages<const M extends Readonly<Record<string, string>>>(
  catalogue: string,
  texts: M,
): { readonly [K in keyof M]: Message<M[K]> } {
  const messages = Object.entries(texts).map(([key, text]) => [key, { catalogue, key, text }])
  return Object.fromEntries(messages) as { [K in keyof M]: Message<M[K]> }
}

/** Another text for a message; undefined where the English is used. */
export type TextLookup = (catalogue: string, key: string) => string | undefined

const Lookup = createContext<TextLookup>(() => undefined)

/** Gives everything inside other texts: a language, or an organisation's own. */
export function TextProvider({ lookup, children }: { lookup: TextLookup; children: ReactNode }) {
  return <Lookup value={lookup}>{children}</Lookup>
}

/** The text of a message in the current language, with its `{values}` filled in. */
export function toWords(lookup: TextLookup, text: Text, values: Readonly<Record<string, string | number>> = {}): string {
  if (typeof text === 'string') return text
  const words = lookup(text.catalogue, text.key) ?? text.text
  return words.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole))
}

/** `const text = useText()`, then `text(messages.greeting, { name })`. */
export function useText() {
  const lookup = use(Lookup)
  return useCallback(
    <T extends string>(text: string | Message<T>, ...[values]: MessageValues<T>): string => toWords(lookup, text, values),
    [lookup],
  )
}
