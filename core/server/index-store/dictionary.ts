import type { Steps } from '../work/steps.ts'
import { withRoom } from './arrays.ts'
import { createTextTable } from './text-table.ts'

/** Takes number 0, so that "no text" has a number that no text has. */
const noText = '\uffff'
// So many texts are searched in one step.
const stepSize = 16_384

export type Dictionary = ReturnType<typeof createDictionary>

/**
 * Numbers for the texts of one column, so that the column holds small integers. Texts that differ only in what `fold` takes away, such as letter
 * case, have numbers of their own, for facets, and are found together, as filters compare. Even numbers are of folded texts, odd ones of others.
 */
export function createDictionary(fold: (text: string) => string) {
  const folded = createTextTable()
  folded.add(noText)
  // Texts that are not folded; by place in this table, the place of the folded one, and of the next that is folded alike, plus one.
  const others = createTextTable()
  let foldedOf = new Int32Array(0)
  let nextOf = new Int32Array(0)
  // By place of the folded text: the place of the first of the others, plus one. Below zero where the folded one came before it.
  let firstOf = new Int32Array(0)
  // Of two who look for the same, one searches.
  let lastSearch: { readonly term: string; found: Uint8Array; searched: number } | undefined

  const toFolded = (number: number): number => (number & 1 ? foldedOf[number >> 1]! * 2 : number)
  const foldedText = (number: number): string => folded.text(toFolded(number) >> 1)
  const text = (number: number): string => (number & 1 ? others.text(number >> 1) : folded.text(number >> 1))
  const sizeOf = (): number => Math.max(folded.size, others.size) * 2

  /** A text that has just come is found with those that are folded alike. */
  function link(other: number, alike: string): void {
    const { size } = folded
    const own = folded.add(alike)
    foldedOf = withRoom(foldedOf, other + 1)
    nextOf = withRoom(nextOf, other + 1)
    firstOf = withRoom(firstOf, own + 1)
    foldedOf[other] = own
    const first = Math.abs(firstOf[own]!)
    if (first === 0) firstOf[own] = own === size ? other + 1 : -(other + 1)
    else {
      nextOf[other] = nextOf[first - 1]!
      nextOf[first - 1] = other + 1
    }
  }

  /** A table with 1 for each text whose folded one passes. */
  function tableOf(test: (place: number) => boolean): Uint8Array {
    const passed = new Uint8Array(sizeOf())
    for (let place = 1; place < folded.size; place++) if (test(place)) passed[place * 2] = 1
    for (let place = 0; place < others.size; place++) passed[place * 2 + 1] = passed[foldedOf[place]! * 2]!
    return passed
  }

  /** A table with 1 for each text whose folded one contains a term. Texts only ever come, so that what was found stays true. */
  function* search(term: string): Steps<Uint8Array> {
    const own = lastSearch?.term === term ? lastSearch : (lastSearch = { term, found: new Uint8Array(0), searched: 1 })
    while (own.searched < folded.size) {
      const end = Math.min(own.searched + stepSize, folded.size)
      own.found = withRoom(own.found, end)
      for (const place of folded.containing(term, own.searched, end)) own.found[place] = 1
      own.searched = end
      yield
    }
    return tableOf(place => own.found[place] === 1)
  }

  const save = () => ({ folded: folded.save(), others: others.save(), foldedOf, nextOf, firstOf })

  return {
    /** Numbers are below this; not each of them has a text. */
    get size() {
      return sizeOf()
    },
    add(whole: string): number {
      const alike = fold(whole)
      if (alike === whole) return folded.add(whole) * 2
      const { size } = others
      const place = others.add(whole)
      if (place === size) link(place, alike)
      return place * 2 + 1
    },
    /** The numbers of all texts that are this one when they are folded. */
    find(alike: string): number[] {
      const place = folded.find(alike)
      if (place < 1) return []
      const found = [place * 2]
      for (let other = Math.abs(firstOf[place] ?? 0); other !== 0; other = nextOf[other - 1]!) found.push(other * 2 - 1)
      return found
    },
    text,
    toFolded,
    foldedText,
    /** The text that came first of those that are folded alike. */
    firstText(number: number): string {
      const first = firstOf[toFolded(number) >> 1] ?? 0
      return first > 0 ? others.text(first - 1) : foldedText(number)
    },
    search,
    /** A table with 1 for each text whose folded one begins with a prefix. */
    startingWith(prefix: string): Uint8Array {
      const wanted = Buffer.from(prefix)
      return tableOf(place => folded.startsWith(place, wanted))
    },
    /** The folded texts that end with one. */
    endingWith: (end: string): string[] =>
      folded
        .containing(end, 1)
        .map(folded.text)
        .filter(each => each.endsWith(end)),
    save,
    load(saved: ReturnType<typeof save>): void {
      ;({ foldedOf, nextOf, firstOf } = saved)
      folded.load(saved.folded)
      others.load(saved.others)
    },
  }
}
