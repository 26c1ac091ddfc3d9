import { z } from 'zod'

export const factTypes = ['number', 'text', 'boolean', 'date', 'state', 'list'] as const
export type FactType = (typeof factTypes)[number]

export const tones = ['ok', 'info', 'warning', 'error', 'unknown'] as const
/** How good a state is. */
export const Tone = z.enum(tones)
export type Tone = z.output<typeof Tone>

export const columnTypes = ['text', 'link', 'number', 'date', 'state', 'person', 'duration'] as const

/** What states are called, where their own words do not read well. */
const labels = z.record(z.string(), z.string()).optional()

/** A column of a fact that is a list. */
export const FactColumn = z.object({
  /** The key of the items. */
  name: z.string(),
  title: z.string(),
  type: z.enum(columnTypes),
  /** For links: the key of the items that has the address. */
  href: z.string().optional(),
  unit: z.string().optional(),
  states: z.record(z.string(), Tone).optional(),
  labels,
})
export type FactColumn = z.output<typeof FactColumn>

/** What is known about a fact besides its values. */
export const FactDefinition = z.object({
  /** With the name of its source before it: `argocd.sync`. */
  name: z.string(),
  source: z.string(),
  title: z.string(),
  type: z.enum(factTypes),
  /** `s`, `ms`, `%`, `bytes`, the code of a currency, or any text. */
  unit: z.string().optional(),
  description: z.string().optional(),
  /** The catalog can filter and sort by it. */
  indexed: z.boolean(),
  history: z.boolean(),
  /** Milliseconds after which a value that nobody confirmed is stale. */
  staleAfter: z.number().optional(),
  states: z.record(z.string(), Tone).optional(),
  labels,
  columns: z.array(FactColumn).optional(),
})
export type FactDefinition = z.output<typeof FactDefinition>

/** Why a value could not be read. */
export const FactError = z.object({ code: z.string(), message: z.string(), since: z.iso.datetime() })
export type FactError = z.output<typeof FactError>

/** What is known of one entity. */
export const FactValue = z.object({
  entityRef: z.string(),
  name: z.string(),
  /** Null where the tool says that there is nothing, or where it was never read. */
  value: z.json(),
  /** Since when it has this value. */
  at: z.iso.datetime(),
  /** When it was read the last time. */
  checkedAt: z.iso.datetime(),
  error: FactError.optional(),
  stale: z.boolean(),
})
export type FactValue = z.output<typeof FactValue>

/** A value that a fact had from a moment on. */
export const FactPoint = z.object({ at: z.iso.datetime(), value: z.json() })
export type FactPoint = z.output<typeof FactPoint>

/** The tone of a state. `'*'` stands for all others, and what is not named is unknown. */
export function toneOf(fact: Pick<FactDefinition, 'states'>, value: unknown): Tone {
  return namedTone(fact, value) ?? 'unknown'
}

/** Whether a fact says how good this state is. */
export function isNamedState(fact: Pick<FactDefinition, 'states'>, value: unknown): boolean {
  return namedTone(fact, value) !== undefined
}

function namedTone({ states }: Pick<FactDefinition, 'states'>, value: unknown): Tone | undefined {
  const key = typeof value === 'boolean' || typeof value === 'number' ? String(value) : value
  if (typeof key !== 'string') return undefined
  return states && Object.hasOwn(states, key) ? states[key] : states?.['*']
}

/** What a state is called: the label that its fact gives it, else the word of the tool in sentence case, as `Out of sync` for `OutOfSync`. */
export function stateLabel({ labels: given }: Pick<FactDefinition, 'labels'>, value: string | number | boolean): string {
  const word = String(value)
  if (given && Object.hasOwn(given, word)) return given[word] ?? word
  if (word.toLowerCase() === 'ok') return 'OK'
  // P1 is a name; what has other signs may be one.
  if (!/^[A-Za-z]+(?:[ _-][A-Za-z]+)*$/.test(word) || /^[A-Z]{1,3}$/.test(word)) return word
  const isShouted = word === word.toUpperCase()
  const words = (isShouted ? word.toLowerCase() : word).match(/[A-Z]{2,}(?![a-z])|[A-Z]?[a-z]+|[A-Z]/g) ?? [word]
  const [first = '', ...rest] = words.map(each => (each.length > 1 && each === each.toUpperCase() ? each : each.toLowerCase()))
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' ')
}

const ranks: Readonly<Record<Tone, number>> = { ok: 0, info: 1, unknown: 2, warning: 3, error: 4 }

/** The same, those that are worst first. */
export function worstFirst<T extends { readonly tone: Tone }>(items: readonly T[]): T[] {
  return items.toSorted((one, other) => badnessOf(other.tone) - badnessOf(one.tone))
}

/** How bad a state is, from 0 to 4. */
export function badnessOf(tone: Tone): number {
  return ranks[tone]
}
