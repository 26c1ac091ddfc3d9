import { fold } from '../text/fold.ts'

/** The values of one field over all documents, for filters and counts. Letter case and accents do not matter to filters. */
export type Column = ReturnType<typeof createColumn>

export function createColumn() {
  const values: string[] = ['']
  const ids = new Map<string, number>()
  let first = new Uint32Array(1 << 10)
  // Values by the name at their end, made when somebody asks by name.
  const names = new Map<string, number[]>()
  let named = 1
  // What has more than one value has the rest here.
  const rest = new Map<number, readonly number[]>()

  function idOf(value: string): number {
    const folded = fold(value)
    const known = ids.get(folded)
    if (known !== undefined) return known
    // A slice of a text keeps the whole text in memory; a copy does not.
    const copy = Buffer.from(value).toString()
    values.push(copy)
    ids.set(folded === value ? copy : folded, values.length - 1)
    return values.length - 1
  }

  return {
    set(document: number, all: readonly string[]): void {
      if (document >= first.length) {
        if (all.length === 0) return
        const wider = new Uint32Array(Math.max(document + 1, Math.ceil(first.length * 1.5)))
        wider.set(first)
        first = wider
      }
      const numbers = all.map(idOf)
      first[document] = numbers[0] ?? 0
      if (numbers.length > 1) rest.set(document, numbers.slice(1))
      else rest.delete(document)
    },
    value: (id: number): string => values[id]!,
    /** 0 for none. */
    first: (document: number): number => first[document] ?? 0,
    rest: (document: number): readonly number[] => rest.get(document) ?? [],
    /** The numbers of the values that a text stands for. */
    find(text: string): number[] {
      const known = ids.get(fold(text))
      return known === undefined ? [] : [known]
    },
    /** The same, also by the name at the end of a ref: `team-a` is `group:default/team-a`. */
    findNamed(text: string): number[] {
      const folded = fold(text)
      const name = nameIn(folded)
      for (; named < values.length; named++) {
        const key = nameIn(fold(values[named]!))
        names.set(key, [...(names.get(key) ?? []), named])
      }
      return (names.get(name) ?? []).filter(id => {
        const value = fold(values[id]!)
        return value === folded || value === name || value.endsWith(`/${folded}`) || value.endsWith(`:${folded}`)
      })
    },
    has(document: number, wanted: ReadonlySet<number>): boolean {
      return wanted.has(first[document] ?? 0) || (rest.get(document)?.some(id => wanted.has(id)) ?? false)
    },
    get bytes() {
      return first.byteLength + values.length * 80
    },
  }
}

/** `team-a` of `group:default/team-a`. */
function nameIn(ref: string): string {
  return ref.slice(Math.max(ref.lastIndexOf('/'), ref.lastIndexOf(':')) + 1)
}
