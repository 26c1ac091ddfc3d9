import { aboutId, type DefinitionProblem, type OutlineGroup, type OutlineItem, type Part, type Reading } from '@portico/api-docs/common'
import type { DocumentNode } from 'graphql'
import { present } from '../document/json-values.ts'
import { openDocument } from '../document/open-document.ts'
import { createProblemList } from '../document/problem-list.ts'
import { countsOf, emptyReading } from '../empty-reading.ts'
import { firstSentence } from '../first-sentence.ts'
import type { DefinitionSource } from '../definition-source.ts'
import { readIntrospection } from './read-introspection.ts'
import { parseSdl, toModel } from './read-sdl.ts'
import { type ModelType, type RootKind, rootKindOf, rootKinds, type SchemaModel } from './schema-model.ts'
import { fieldPart, typePart } from './schema-parts.ts'
import { invalidSchema, schemaProblems, undefinedDirectives } from './schema-problems.ts'
import { findUses, labelOf, typeId, type TypeUses } from './type-uses.ts'

const rootGroups: Readonly<Record<RootKind, string>> = { query: 'Queries', mutation: 'Mutations', subscription: 'Subscriptions' }
const formGroups: Readonly<Record<ModelType['form'], string>> = {
  object: 'Objects',
  interface: 'Interfaces',
  input: 'Inputs',
  enum: 'Enums',
  union: 'Unions',
  scalar: 'Scalars',
  directive: 'Directives',
}

/** Reads a GraphQL schema: the schema definition language, also of parts of a federated graph, or the result of introspection. */
export function readGraphql({ text }: DefinitionSource): Reading {
  if (/^\s*\{\s*"/.test(text)) return readJson(text)
  const { document, problems } = parseSdl(text)
  if (!document) {
    const tooLarge = problems.find(({ rule }) => rule === 'too-large')
    return emptyReading({ format: 'graphql', failure: tooLarge?.message ?? 'The schema cannot be read' }, problems)
  }
  const { model, problems: ofModel } = toModel(document)
  const found = [...problems, ...ofModel]
  return toReading(model, found, document)
}

function readJson(text: string): Reading {
  const { value, problems } = openDocument(text)
  if (value === undefined) return emptyReading({ format: 'graphql', failure: 'The JSON cannot be read' }, problems)
  const model = readIntrospection(value)
  if (model) return toReading(model, problems)
  const message = 'It is JSON and has no __schema: not the result of an introspection query'
  return emptyReading({ format: 'graphql', failure: message }, [...problems, { severity: 'error', rule: 'invalid', message, line: 1 }])
}

function toReading(model: SchemaModel, found: readonly DefinitionProblem[], document?: DocumentNode): Reading {
  const uses = findUses(model)
  const all = problemsOf(model, uses, found, document)
  const problems = createProblemList({ problems: all, locate: () => undefined })
  const groups: OutlineGroup[] = []
  const items: OutlineItem[] = []
  const parts: Record<string, Part> = { [aboutId]: about(model) }
  for (const root of rootKinds) {
    const type = model.types.get(model.roots.get(root) ?? '')
    if (!type || type.fields.length === 0 || rootKindOf(model, type.name) !== root) continue
    groups.push(present({ id: root, title: rootGroups[root], description: type.description }))
    for (const field of type.fields) {
      const part = fieldPart(model, root, type, field)
      parts[part.id] = part
      items.push(itemOf(part.id, 'field', field.name, root.toUpperCase(), root, field))
    }
  }
  const types = [...model.types.values(), ...model.directives.values()].filter(
    type => type.form === 'directive' || !rootKindOf(model, type.name),
  )
  for (const [form, title] of Object.entries(formGroups)) {
    const ofForm = types.filter(type => type.form === form)
    if (ofForm.length > 0) groups.push({ id: form, title })
    for (const type of ofForm) {
      const id = typeId(type)
      parts[id] = typePart(model, type, uses)
      items.push(itemOf(id, 'type', labelOf(type), form.toUpperCase(), form, type))
    }
  }
  const listed = problems.list()
  return { outline: { format: 'graphql', groups, items, counts: countsOf(items, listed, problems.counts()) }, parts, problems: listed }
}

/** The rules of the language are asked only about a whole schema: graphql refuses others. */
function problemsOf(model: SchemaModel, uses: ReadonlyMap<string, TypeUses>, found: readonly DefinitionProblem[], document?: DocumentNode) {
  const isBroken = found.some(({ rule }) => rule === 'syntax' || rule === 'too-deep')
  const ofModel = [...schemaProblems(model, uses, isBroken), ...undefinedDirectives(model, uses)]
  const isPart = ofModel.some(({ rule }) => rule === 'reference-missing' || rule === 'directive-missing')
  const isExtended = [...model.types.values()].some(({ isExtension }) => isExtension)
  const isWhole = document && found.length === 0 && !isPart && !isExtended
  return [...found, ...(isWhole ? invalidSchema(document, model) : []), ...ofModel]
}

function itemOf(
  id: string,
  kind: 'field' | 'type',
  label: string,
  method: string,
  group: string,
  { description, deprecation }: { readonly description?: string | undefined; readonly deprecation?: string | undefined },
): OutlineItem {
  return present({
    id,
    kind,
    label,
    method,
    groups: [group],
    summary: firstSentence(description),
    isDeprecated: deprecation === undefined ? undefined : true,
  })
}

function about({ description, roots }: SchemaModel): Part {
  const facts = [...roots].map(([kind, name]) => [`${kind.charAt(0).toUpperCase()}${kind.slice(1)} type`, name] as const)
  const lists = { servers: [], security: [], securitySchemes: [] }
  return present({ kind: 'about' as const, id: aboutId, description, facts, ...lists })
}
