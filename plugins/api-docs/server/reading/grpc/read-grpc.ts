import { aboutId, type OutlineGroup, type OutlineItem, type Part, type Reading } from '@portico/api-docs/common'
import protobuf from 'protobufjs'
import { present } from '../document/json-values.ts'
import { createProblemList } from '../document/problem-list.ts'
import { countsOf, emptyReading } from '../empty-reading.ts'
import { firstSentence } from '../first-sentence.ts'
import type { DefinitionSource } from '../definition-source.ts'
import { extendedBy, extendedPart, labelOf, methodPart, optionsOf, type ProtoReading, servicePart, typePart } from './proto-parts.ts'
import { protoProblems } from './proto-problems.ts'
import { collectTypes, findUses, shortNameOf } from './collect-protos.ts'
import { parseProto } from './read-proto.ts'
import { scanProto } from './scan-proto.ts'

/** Reads Protocol Buffers: one file, or several files one after the other. */
export function readGrpc({ text }: DefinitionSource): Reading {
  const scan = scanProto(text)
  const { root, problems: found, hasFailed } = parseProto(text, scan)
  if (hasFailed) return emptyReading({ format: 'grpc', failure: 'The definition cannot be read' }, found)
  const types = collectTypes(root)
  const extensions = Map.groupBy(types.extensions, field => extendedBy(types, field))
  const reading: ProtoReading = { types, scan, uses: findUses(types), extensions }
  const problems = createProblemList({ problems: [...found, ...protoProblems(reading, found.length > 0)], locate: () => undefined })
  const listed = problems.list()
  const { groups, items, parts } = contentOf(reading)
  const [title] = scan.packages
  const outline = {
    format: 'grpc' as const,
    formatVersion: scan.syntax,
    title,
    groups,
    items,
    counts: countsOf(items, listed, problems.counts()),
  }
  return { outline: present(outline), parts: { [aboutId]: about(reading, root), ...parts }, problems: listed }
}

function contentOf(reading: ProtoReading) {
  const { types } = reading
  const groups: OutlineGroup[] = []
  const items: OutlineItem[] = []
  const parts: Record<string, Part> = {}
  const isUnique = uniqueness([...types.services, ...types.types.values()])
  const add = (
    part: Part & { readonly description?: string; readonly isDeprecated?: boolean },
    item: Omit<OutlineItem, 'id' | 'summary'>,
  ) => {
    parts[part.id] = part
    const words = part.id.slice(part.id.indexOf(' ') + 1)
    items.push(present({ id: part.id, ...item, summary: firstSentence(part.description), words, isDeprecated: part.isDeprecated }))
  }
  for (const service of types.services) {
    const part = servicePart(service)
    groups.push(present({ id: part.id, title: labelOf(service, isUnique(service)), description: part.description }))
    add(part, { kind: 'service', label: labelOf(service, isUnique(service)), method: 'SERVICE', groups: [part.id] })
    for (const method of service.methodsArray) {
      add(methodPart(reading, service, method), {
        kind: 'method',
        label: shortNameOf(method),
        method: methodWord(method),
        groups: [part.id],
      })
    }
  }
  const all = [...types.types.values()]
  const extended = extendedElsewhere(reading)
  const messages = all.filter(type => type instanceof protobuf.Type)
  if (messages.length + extended.length > 0) groups.push({ id: 'messages', title: 'Messages' })
  for (const type of messages)
    add(typePart(reading, type), { kind: 'type', label: labelOf(type, isUnique(type)), method: 'MESSAGE', groups: ['messages'] })
  for (const part of extended) add(part, { kind: 'type', label: part.name, method: 'EXTEND', groups: ['messages'] })
  const enums = all.filter(type => type instanceof protobuf.Enum)
  if (enums.length > 0) groups.push({ id: 'enums', title: 'Enums' })
  for (const type of enums)
    add(typePart(reading, type), { kind: 'type', label: labelOf(type, isUnique(type)), method: 'ENUM', groups: ['enums'] })
  return { groups, items, parts }
}

function uniqueness(objects: readonly protobuf.ReflectionObject[]) {
  const names = new Map<string, number>()
  for (const object of objects) names.set(shortNameOf(object), (names.get(shortNameOf(object)) ?? 0) + 1)
  return (object: protobuf.ReflectionObject) => names.get(shortNameOf(object)) === 1
}

function methodWord({ requestStream, responseStream }: protobuf.Method): string {
  return requestStream || responseStream ? 'STREAM' : 'RPC'
}

/** Messages of other files that this one adds fields to, such as options. */
function extendedElsewhere(reading: ProtoReading) {
  return [...reading.extensions]
    .filter(([name]) => !reading.types.types.has(name))
    .map(([name, fields]) => extendedPart(reading, name, fields))
}

function about({ scan }: ProtoReading, root: protobuf.Root): Part {
  const facts: [string, string][] = scan.packages.map(name => ['Package', name])
  if (scan.syntax !== undefined) facts.push([/^\d/.test(scan.syntax) ? 'Edition' : 'Syntax', scan.syntax])
  for (const { path } of scan.imports) facts.push(['Import', path])
  const [name] = scan.packages
  const package_ = name === undefined ? root : root.lookup(name)
  const options = package_ ? optionsOf(package_) : {}
  const lists = { servers: [], security: [], securitySchemes: [] }
  return present({
    kind: 'about' as const,
    id: aboutId,
    facts,
    ...lists,
    extensions: Object.keys(options).length > 0 ? options : undefined,
  })
}
