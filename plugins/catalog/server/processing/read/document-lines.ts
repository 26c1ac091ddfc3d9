import type { ProblemPath } from '@portico/catalog/common'
import { EVENT_ID, getScalarValue, parseEvents, type Event } from 'js-yaml'
import type { YamlDocument } from './yaml-documents.ts'
import { readYaml } from './yaml-schema.ts'

interface Frame {
  readonly isMapping: boolean
  readonly path: readonly (string | number)[]
  index: number
  /** The key whose value comes next. */
  key: string | undefined
}

type NodeEvent = Exclude<Event, { type: typeof EVENT_ID.DOCUMENT | typeof EVENT_ID.POP }>

/**
 * Finds the line of a field in the file, or of the nearest thing around it. The document is read once more for that, which is done
 * only when there is something to say about it.
 */
export function createLineFinder(document: YamlDocument): (path: ProblemPath) => number {
  let nodes: NodeOffsets | undefined
  return path => {
    nodes ??= readOffsets(document.text)
    for (let length = path.length; length > 0; length--) {
      const offset = nodes.offsets.get(JSON.stringify(path.slice(0, length)))
      if (offset !== undefined) return document.startLine + nodes.text.slice(0, offset).split('\n').length - 1
    }
    return document.line
  }
}

interface NodeOffsets {
  /** The text as it could be read. */
  readonly text: string
  readonly offsets: ReadonlyMap<string, number>
}

function readOffsets(text: string): NodeOffsets {
  try {
    return readYaml(text, whole => ({ text: whole, offsets: collectOffsets(whole) }))
  } catch {
    // What cannot be read as a whole has the line of its beginning.
    return { text, offsets: new Map() }
  }
}

function collectOffsets(text: string): Map<string, number> {
  const offsets = new Map<string, number>()
  const frames: Frame[] = []
  for (const event of parseEvents(text, {})) {
    if (event.type === EVENT_ID.POP) {
      frames.pop()
      continue
    }
    if (event.type === EVENT_ID.DOCUMENT) {
      frames.push({ isMapping: false, path: [], index: -1, key: undefined })
      continue
    }
    const path = pathOf(text, event, frames.at(-1), offsets)
    if (event.type === EVENT_ID.SEQUENCE || event.type === EVENT_ID.MAPPING) {
      frames.push({ isMapping: event.type === EVENT_ID.MAPPING, path, index: 0, key: undefined })
    }
  }
  return offsets
}

/** Notes where a node begins; of a pair the key, so that the line is the one a reader would look at. */
function pathOf(text: string, event: NodeEvent, frame: Frame | undefined, offsets: Map<string, number>): readonly (string | number)[] {
  if (!frame || frame.index === -1) return []
  if (!frame.isMapping) {
    const path = [...frame.path, frame.index]
    frame.index += 1
    note(offsets, path, startOf(event))
    return path
  }
  if (frame.key === undefined) {
    frame.key = event.type === EVENT_ID.SCALAR ? getScalarValue(text, event) : ''
    note(offsets, [...frame.path, frame.key], startOf(event))
    return frame.path
  }
  const path = [...frame.path, frame.key]
  frame.key = undefined
  return path
}

function note(offsets: Map<string, number>, path: readonly (string | number)[], offset: number | undefined): void {
  const key = JSON.stringify(path)
  if (offset !== undefined && !offsets.has(key)) offsets.set(key, offset)
}

function startOf(event: NodeEvent): number | undefined {
  if (event.type === EVENT_ID.SCALAR) return event.valueStart
  return event.type === EVENT_ID.ALIAS ? event.anchorStart : event.start
}
