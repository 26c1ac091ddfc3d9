import type { SegmentReader, SegmentWriter } from '@portico/core/server/index-store'
import { fold } from '../text/fold.ts'
import { createTextTable } from './text-table.ts'

/** The values of one field over all documents, for filters and counts. Letter case and accents do not matter to filters. */
export type Column = ReturnType<typeof createColumn>

export function createColumn() {
  // By folded value. Number 0 is none.
  const table = createTextTable()
  table.add('')
  // Values as they were written, where that is not how they are compared.
  const written = new Map<number, string>()
  let first = new Uint32Array(1 << 10)
  // What has more than one value has the rest here.
  const rest = new Map<number, readonly number[]>()

  function idOf(value: string): number {
    const folded = fold(value)
    const known = table.size
    const id = table.add(folded)
    // A slice of a text keeps the whole text in memory; a copy does not.
    if (id === known && folded !== value) written.set(id, Buffer.from(value).toString())
    return id
  }

  function resize(length: number): void {
    const all = new Uint32Array(length)
    all.set(first.subarray(0, Math.min(length, first.length)))
    first = all
  }

  return {
    set(document: number, all: readonly string[]): void {
      if (document >= first.length) {
        if (all.length === 0) return
        resize(Math.max(document + 1, Math.ceil(first.length * 1.5)))
      }
      const numbers = all.map(idOf)
      first[document] = numbers[0] ?? 0
      if (numbers.length > 1) rest.set(document, numbers.slice(1))
      else rest.delete(document)
    },
    value: (id: number): string => written.get(id) ?? table.text(id),
    /** 0 for none. */
    first: (document: number): number => first[document] ?? 0,
    rest: (document: number): readonly number[] => rest.get(document) ?? [],
    /** The numbers of the values that a text stands for. */
    find(text: string): number[] {
      const known = table.find(fold(text))
      return known === undefined ? [] : [known]
    },
    /** The same, also by the name at the end of a ref: `team-a` is `group:default/team-a`. */
    findNamed(text: string): number[] {
      const folded = fold(text)
      const name = nameIn(folded)
      const found: number[] = []
      for (let id = 1; id < table.size; id++) {
        const isIt = table.endsWith(id, folded)
          ? table.length(id) === folded.length || table.endsWith(id, `/${folded}`) || table.endsWith(id, `:${folded}`)
          : name !== folded && table.length(id) === name.length && table.endsWith(id, name)
        if (isIt) found.push(id)
      }
      return found
    },
    has(document: number, wanted: ReadonlySet<number>): boolean {
      return wanted.has(first[document] ?? 0) || (rest.get(document)?.some(id => wanted.has(id)) ?? false)
    },
    /** Returns the room for documents to come, up to `end`. */
    pack(end: number): void {
      table.pack()
      if (end < first.length) resize(end)
    },
    save(out: SegmentWriter): void {
      table.save(out)
      out.array(Uint32Array.from(written.keys()))
      out.texts([...written.values()])
      out.array(first)
      out.array(flattened(rest))
    },
    /** Only into one that is new. */
    load(input: SegmentReader): void {
      table.load(input)
      const changed = input.uint32()
      input.texts().forEach((text, at) => written.set(changed[at]!, text!))
      first = input.uint32()
      const more = input.uint32()
      for (let at = 0; at < more.length; at += 2 + more[at + 1]!) rest.set(more[at]!, [...more.subarray(at + 2, at + 2 + more[at + 1]!)])
    },
    get bytes() {
      return first.byteLength + table.bytes + (written.size + rest.size) * 100
    },
  }
}

/** Each document, how many values it has, and these. */
function flattened(rest: ReadonlyMap<number, readonly number[]>): Uint32Array {
  let length = 0
  for (const ids of rest.values()) length += 2 + ids.length
  const flat = new Uint32Array(length)
  let at = 0
  for (const [document, ids] of rest) {
    flat[at] = document
    flat[at + 1] = ids.length
    flat.set(ids, at + 2)
    at += 2 + ids.length
  }
  return flat
}

/** `team-a` of `group:default/team-a`. */
function nameIn(ref: string): string {
  return ref.slice(Math.max(ref.lastIndexOf('/'), ref.lastIndexOf(':')) + 1)
}
