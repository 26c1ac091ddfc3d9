import { type DefinitionProblem, itemId } from '@portico/api-docs/common'
import protobuf from 'protobufjs'
import type { ProtoReading } from './proto-parts.ts'
import { fullNameOf, ownFields, placesOf, resolveName, shortNameOf } from './collect-protos.ts'

/** How many names a message lists. */
const maxNames = 5
/** How many imports and missing types are compared. */
const maxCompared = 500

const scalars = new Set(
  'double float int32 int64 uint32 uint64 sint32 sint64 fixed32 fixed64 sfixed32 sfixed64 bool string bytes group'.split(' '),
)

/** Files that every compiler brings. */
const wellKnown = /^google\/protobuf\//
/** Files that define options and seldom more. */
const optionsOnly = /^google\/api\/|(?:^|\/)(?:gogo|validate|annotations|versioning|status|sensitive|migrate)\.proto$/

/** What is wrong with a definition, or missing for those who read it. */
export function protoProblems(reading: ProtoReading, isBroken: boolean): DefinitionProblem[] {
  return [...missingTypes(reading, isBroken), ...missingDescriptions(reading), ...unusedTypes(reading)]
}

function missingTypes({ types, scan }: ProtoReading, isBroken: boolean): DefinitionProblem[] {
  const imports = scan.imports.filter(({ path }) => !wellKnown.test(path))
  const isExcused = imports.length > 0 || isBroken
  const missing = new Map<string, DefinitionProblem>()
  for (const { name, scope, place, link } of placesOf(types)) {
    const known = scalars.has(name) || /^\.?google\.protobuf\.\w+$/.test(name)
    if (known || missing.has(name) || resolveName(types, name, scope) !== undefined) continue
    const message = `The type ${name.replace(/^\./, '')} is not defined here${isExcused ? '. It is shown by its name' : ''}`
    const line = scan.lines.get(place)
    const at = line === undefined ? {} : { line }
    missing.set(name, { severity: isExcused ? 'warning' : 'error', rule: 'reference-missing', message, ...at, item: link.id })
  }
  return [...missingImports(imports.slice(0, maxCompared), [...missing.keys()].slice(0, maxCompared)), ...missing.values()]
}

/** Imports with the types that may be in them: by their package where it is part of the path, else any that no other import explains. */
function missingImports(imports: ProtoReading['scan']['imports'], names: readonly string[]): DefinitionProblem[] {
  const isInside = (name: string, path: string) => {
    const folder = name.replace(/^\./, '').split('.').slice(0, -1).join('/')
    return folder !== '' && `/${path}`.includes(`/${folder}/`)
  }
  const unexplained = names.filter(name => !imports.some(({ path }) => isInside(name, path)))
  return imports.map(({ path, line }) => {
    const matching = names.filter(name => isInside(name, path))
    const candidates = matching.length > 0 ? matching : optionsOnly.test(path) ? [] : unexplained
    const types = candidates.length > 0 ? `. Types that may be in it: ${someNames(candidates)}` : ''
    const message = `The import ${path} is not part of this definition${types}`
    return { severity: candidates.length > 0 ? 'warning' : 'hint', rule: 'import-missing', message, line }
  })
}

function missingDescriptions({ types, scan }: ProtoReading): DefinitionProblem[] {
  const problems: DefinitionProblem[] = []
  const add = (object: protobuf.ReflectionObject, item: string, message: string) => {
    const line = scan.lines.get(fullNameOf(object))
    problems.push({ severity: 'hint', rule: 'no-description', message, ...(line === undefined ? {} : { line }), item })
  }
  const check = (object: protobuf.ReflectionObject, kind: 'service' | 'method' | 'type') => {
    if (!object.comment) add(object, itemId(kind, fullNameOf(object)), `${shortNameOf(object)} has no description`)
  }
  for (const service of types.services) {
    check(service, 'service')
    for (const method of service.methodsArray) check(method, 'method')
  }
  for (const type of types.types.values()) {
    check(type, 'type')
    const fields = type instanceof protobuf.Type ? ownFields(type) : []
    const bare = fields.filter(({ comment }) => !comment).map(({ name }) => name)
    if (bare.length === 0) continue
    const message = `${bare.length} of ${fields.length} fields of ${shortNameOf(type)} have no description: ${someNames(bare)}`
    add(type, itemId('type', fullNameOf(type)), message)
  }
  return problems
}

/** Only where there are services: a file of messages alone is there for others to import. */
function unusedTypes({ types, scan, uses }: ProtoReading): DefinitionProblem[] {
  if (types.services.length === 0) return []
  return [...types.types]
    .filter(([name, type]) => !uses.has(name) && !hasUsedInside(type, uses))
    .map(([name, type]) => {
      const line = scan.lines.get(name)
      const place = { ...(line === undefined ? {} : { line }), item: itemId('type', name) }
      return { severity: 'hint', rule: 'type-unused', message: `${shortNameOf(type)} is used nowhere`, ...place }
    })
}

/** Messages often serve as a namespace for the types inside of them. */
function hasUsedInside(type: protobuf.ReflectionObject, uses: ProtoReading['uses']): boolean {
  if (!(type instanceof protobuf.Type)) return false
  return type.nestedArray.some(nested => uses.has(fullNameOf(nested)) || hasUsedInside(nested, uses))
}

function someNames(names: readonly string[]): string {
  const first = names.slice(0, maxNames).map(name => name.replace(/^\./, ''))
  return names.length > maxNames ? `${first.join(', ')}, …` : first.join(', ')
}
