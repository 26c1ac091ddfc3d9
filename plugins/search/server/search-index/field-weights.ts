import type { FieldRole } from '@portico/search/common'

/** What a term means to a document: bits of an entry among the short fields. */
export const bitOf: Readonly<Record<Exclude<FieldRole, 'text'>, number>> = { name: 1, title: 2, tag: 4, fact: 8 }
/** The term is the whole name or the whole title. */
export const wholeBits = { name: 16, title: 32 } as const
export const nameBits = bitOf.name | bitOf.title | wholeBits.name | wholeBits.title

const weights: readonly (readonly [bit: number, weight: number, label: string])[] = [
  [wholeBits.name, 14, 'whole name'],
  [wholeBits.title, 11, 'whole title'],
  [bitOf.name, 8, 'name'],
  [bitOf.title, 6, 'title'],
  [bitOf.tag, 3, 'tag'],
  [bitOf.fact, 2, 'fact'],
]

function weightOf(bits: number): number {
  const found = weights.filter(([bit]) => bits & bit).map(([, weight]) => weight)
  const rest = found.slice(1).reduce((sum, weight) => sum + weight, 0)
  return (found[0] ?? 0) + rest * 0.05
}

/** The weight of an entry among the short fields, by its bits: the best field counts, the others a little. */
export const shortWeights = Float32Array.from({ length: 256 }, (_, bits) => weightOf(bits))

/** The same where a term only begins like the word, or is close to it: it is not the whole name then. */
export const partWeights = Float32Array.from({ length: 256 }, (_, bits) => weightOf(bits & ~(wholeBits.name | wholeBits.title)))

/** Both for what is looked for in names and titles only. */
export const nameWeights = Float32Array.from({ length: 256 }, (_, bits) => weightOf(bits & nameBits))
export const namePartWeights = Float32Array.from({ length: 256 }, (_, bits) => weightOf(bits & (bitOf.name | bitOf.title)))

/** The weight of an entry in texts, by how often the term is there: once, twice, four times, eight times or more. */
export const textWeights = Float32Array.from({ length: 256 }, (_, bits) => 1 + Math.min(bits, 3) * 0.15)

/** The best of the fields that an entry stands for, in a word. */
export function fieldName(bits: number, isExact: boolean): string {
  const shown = isExact ? bits : bits & ~(wholeBits.name | wholeBits.title)
  return weights.find(([bit]) => shown & bit)?.[2] ?? 'text'
}

/** How much what is found counts by how it was found. */
export const quality = {
  exact: 1,
  /** Another form of the word. So often as it may be in a text, it counts less than the word itself once. */
  form: 0.65,
  /** The rest of a word that is being typed counts by how much of it is there. */
  prefix: (typed: number, length: number) => 0.55 + 0.35 * (typed / length),
  mistakes: [1, 0.45, 0.3] as readonly number[],
  mistakenPrefix: 0.8,
}

/** What the state of a document, and who asks, multiplies a score by. */
export const factors = { deprecated: 0.7, owned: 1.15, starred: 1.2, recent: 1.1, covered: 0.3 }
