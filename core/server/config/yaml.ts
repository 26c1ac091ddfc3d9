import { constructFromEvents, CORE_SCHEMA, EVENT_ID, getScalarValue, mergeTag, parseEvents, YAMLException } from 'js-yaml'
import type { Event } from 'js-yaml'
import type { ConfigPath } from './config-path.ts'
import { expandedSize } from './expanded-size.ts'

const schema = CORE_SCHEMA.withTags(mergeTag)
// Enough for any real file, and too few for one that expands exponentially by nested aliases.
const limits = { maxAliases: 1000, maxTotalMergeKeys: 10_000, maxDepth: 100 }
const maxValues = 100_000
const maxCharacters = 10_000_000

export interface YamlDocument {
  /** Undefined when the text is empty. */
  readonly data: unknown
  /** The line of the value at a path, counted from 1; that of the nearest enclosing value where it has none of its own. */
  readonly lineOf: (path: ConfigPath) => number | undefined
  /** The same with the column, counted from 1. */
  readonly placeOf: (path: ConfigPath) => Place | undefined
}

export interface Place {
  readonly line: number
  readonly column: number
}

/** Reads YAML 1.2 (and so JSON). A mistake is thrown as an Error that says line and column. */
export function parseYaml(text: string, name: string): YamlDocument {
  try {
    const events = parseEvents(text, { filename: name })
    const documents = constructFromEvents(events, { source: text, filename: name, schema, ...limits })
    refuseBomb(documents[0], name)
    if (documents.length > 1) throw new Error(`${name}: holds ${documents.length} documents, only one is read`)
    const offsets = collectOffsets(text, events)
    return { data: documents[0], lineOf: path => placeAt(text, offsets, path)?.line, placeOf: path => placeAt(text, offsets, path) }
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const location = error.mark ? `:${error.mark.line + 1}:${error.mark.column + 1}` : ''
    // Without its cause, which carries the text of the file and any secrets in it.
    throw new YamlError(`${name}${location}: ${error.reason}`, { line: (error.mark?.line ?? 0) + 1, column: (error.mark?.column ?? 0) + 1 })
  }
}

/** A text that is not YAML. */
export class YamlError extends Error {
  override readonly name = 'YamlError'
  /** Counted from 1. */
  readonly line: number
  readonly column: number
  constructor(message: string, { line, column }: Place) {
    super(message)
    this.line = line
    this.column = column
  }
}

/** References (*name) make a tree of billions of values out of a few lines, which everybody who reads the config would walk. */
function refuseBomb(data: unknown, name: string): void {
  const { values, characters } = expandedSize(data)
  if (values <= maxValues && characters <= maxCharacters) return
  throw new Error(
    `${name}: is too large when its references (*name) are followed: at most ${maxValues} values and ${maxCharacters} characters are read`,
  )
}

function placeAt(text: string, offsets: ReadonlyMap<string, number>, path: ConfigPath): Place | undefined {
  for (let length = path.length; length > 0; length--) {
    const offset = offsets.get(JSON.stringify(path.slice(0, length)))
    if (offset === undefined) continue
    const lines = text.slice(0, offset).split('\n')
    return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
  }
  return undefined
}

interface Frame {
  readonly kind: 'document' | 'sequence' | 'mapping'
  readonly path: ConfigPath
  index: number
  /** In a mapping: the key whose value comes next. */
  key?: string | undefined
}

/** Where in the text each key and each list item begins. */
function collectOffsets(text: string, events: readonly Event[]): Map<string, number> {
  const offsets = new Map<string, number>()
  const frames: Frame[] = []
  for (const event of events) {
    if (event.type === EVENT_ID.POP) {
      frames.pop()
      continue
    }
    const path = event.type === EVENT_ID.DOCUMENT ? [] : pathOf(text, event, frames.at(-1), offsets)
    if (event.type === EVENT_ID.DOCUMENT) frames.push({ kind: 'document', path: [], index: 0 })
    else if (event.type === EVENT_ID.SEQUENCE) frames.push({ kind: 'sequence', path, index: 0 })
    else if (event.type === EVENT_ID.MAPPING) frames.push({ kind: 'mapping', path, index: 0 })
  }
  return offsets
}

type NodeEvent = Exclude<Event, { type: typeof EVENT_ID.DOCUMENT | typeof EVENT_ID.POP }>

function pathOf(text: string, event: NodeEvent, frame: Frame | undefined, offsets: Map<string, number>): ConfigPath {
  if (!frame || frame.kind === 'document') return []
  if (frame.kind === 'sequence') {
    const path = [...frame.path, frame.index++]
    offsets.set(JSON.stringify(path), startOf(event))
    return path
  }
  if (frame.key === undefined) {
    frame.key = event.type === EVENT_ID.SCALAR ? getScalarValue(text, event) : ''
    const path = [...frame.path, frame.key]
    offsets.set(JSON.stringify(path), startOf(event))
    return path
  }
  const path = [...frame.path, frame.key]
  frame.key = undefined
  return path
}

function startOf(event: NodeEvent): number {
  if (event.type === EVENT_ID.SCALAR) return event.valueStart
  return event.type === EVENT_ID.ALIAS ? event.anchorStart : event.start
}
