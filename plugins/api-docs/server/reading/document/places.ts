import { EVENT_ID, getScalarValue, parseEvents, type Event } from 'js-yaml'
import type { DocumentPath } from './document-path.ts'

/** From 1. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** Deeper than any definition, and little enough for the stack. */
export const maxParsedDepth = 1000

interface Child {
  /** Where it begins: of a pair the key, so that the line is the one a reader would look at. */
  readonly start: number
  /** The index of the event of its value. */
  readonly value: number
}

/** Finds places in JSON and YAML. The text is read for it once, at the first call. */
export function createPlaces(text: string): (path: DocumentPath) => Place | undefined {
  let find: ((path: DocumentPath) => number | undefined) | undefined
  let lines: number[] | undefined
  return path => {
    find ??= createFinder(text)
    const offset = find(path)
    if (offset === undefined) return undefined
    lines ??= lineStarts(text)
    return placeIn(lines, offset)
  }
}

/** The line and column of an offset. */
export function lineAndColumn(text: string, offset: number): Place {
  return placeIn(lineStarts(text), Math.min(offset, text.length))
}

function createFinder(text: string): (path: DocumentPath) => number | undefined {
  const events = parseEvents(text, { maxDepth: maxParsedDepth })
  const ends = endsOf(events)
  const children = new Map<number, Map<string, Child>>()

  function childrenOf(container: number): Map<string, Child> {
    const known = children.get(container)
    if (known) return known
    const found = new Map<string, Child>()
    const isMapping = events[container]?.type === EVENT_ID.MAPPING
    const end = ends[container] ?? container
    let index = 0
    for (let at = container + 1; at < end; index += 1) {
      const first = events[at] as Event
      const value = isMapping ? after(at) : at
      const key = isMapping ? (first.type === EVENT_ID.SCALAR ? getScalarValue(text, first) : '') : String(index)
      if (!found.has(key)) found.set(key, { start: startOf(first), value })
      at = after(value)
    }
    children.set(container, found)
    return found
  }
  const after = (at: number) => (ends[at] ?? at) + 1

  return path => {
    let at = events.findIndex(({ type }) => type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE)
    if (at === -1) return undefined
    let offset = startOf(events[at] as Event)
    for (const step of path) {
      const child = isContainer(events[at]) ? childrenOf(at).get(String(step)) : undefined
      if (!child) break
      offset = child.start
      at = child.value
    }
    return offset
  }
}

/** For each event the index of the one that ends it: its own, where it holds nothing. */
function endsOf(events: readonly Event[]): Int32Array {
  const ends = new Int32Array(events.length)
  const open: number[] = []
  for (const [index, event] of events.entries()) {
    ends[index] = index
    if (event.type === EVENT_ID.POP) ends[open.pop() ?? 0] = index
    else if (event.type === EVENT_ID.DOCUMENT || isContainer(event)) open.push(index)
  }
  return ends
}

function isContainer(event: Event | undefined): boolean {
  return event?.type === EVENT_ID.MAPPING || event?.type === EVENT_ID.SEQUENCE
}

function startOf(event: Event): number {
  if (event.type === EVENT_ID.SCALAR) return event.valueStart
  if (event.type === EVENT_ID.ALIAS) return event.anchorStart
  return 'start' in event ? event.start : 0
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function placeIn(starts: readonly number[], offset: number): Place {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] as number) <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - (starts[low] as number) + 1 }
}
