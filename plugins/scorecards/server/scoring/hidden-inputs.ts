import type { Principal } from '@portico/core/server'
import type { ResultInput } from '@portico/scorecards/common'
import type { Visibility } from '../results/visibility.ts'

/** An input that was read from relations: its value names other entities. */
const isRelation = ({ name }: ResultInput) => name.startsWith('relation ') || name === 'entity.relations'

function refOf(item: unknown): string | undefined {
  const ref = typeof item === 'object' && item !== null && 'targetRef' in item ? item.targetRef : item
  return typeof ref === 'string' ? ref.toLowerCase() : undefined
}

/** What results have read, without the names of entities that the caller may not see. Results are stored once, for all readers. */
export async function withoutHiddenRefs<T extends { readonly inputs: readonly ResultInput[] }>(
  results: readonly T[],
  caller: Principal,
  visibility: Pick<Visibility, 'among'>,
): Promise<T[]> {
  const relations = results.flatMap(({ inputs }) => inputs.filter(isRelation)).flatMap(({ value }) => (Array.isArray(value) ? value : []))
  const refs = [...new Set(relations.flatMap(item => refOf(item) ?? []))]
  const seen = refs.length > 0 ? await visibility.among(caller, refs) : new Set<string>()
  const show = (input: ResultInput): ResultInput => {
    if (!isRelation(input) || input.value === undefined || input.value === null) return input
    // A list that was too long was stored as a text. Names cannot be taken out of it.
    const { value: _, ...rest } = input
    if (!Array.isArray(input.value)) return rest
    return { ...rest, value: input.value.filter(item => seen.has(refOf(item) ?? '')) }
  }
  return results.map(result => ({ ...result, inputs: result.inputs.map(show) }))
}
