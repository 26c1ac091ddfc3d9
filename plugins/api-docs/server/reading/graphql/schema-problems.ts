import type { DefinitionProblem } from '@portico/api-docs/common'
import { buildASTSchema, type DocumentNode, validateSchema } from 'graphql'
import { isLanguageDirective, isLanguageScalar, type ModelType, namedType, rootKindOf, type SchemaModel } from './schema-model.ts'
import { directiveName, labelOf, ownerId, typeId, type TypeUses } from './type-uses.ts'

/** How many names a message lists. */
const maxNames = 5

/** Directives that mark a part of a federated graph: what it refers to may be in another part. */
const federation = new Set(
  'key external requires provides extends shareable inaccessible override tag interfaceObject composeDirective link authenticated requiresScopes policy context fromContext cost listSize core'
    .split(' ')
    .map(name => `@${name}`),
)

const otherPart = 'Another part of the graph may have it'
const brokenDefinition = 'It may be in what could not be read'

/** What is wrong with a schema, or missing for those who read it. */
export function schemaProblems(model: SchemaModel, uses: ReadonlyMap<string, TypeUses>, isBroken: boolean): DefinitionProblem[] {
  const elsewhere = isBroken ? brokenDefinition : isPartOfGraph(model, uses) ? otherPart : undefined
  return [...model.types.values(), ...model.directives.values()].flatMap(type => [
    ...missingTypes(model, type, elsewhere),
    ...missingDescriptions(model, type),
    ...missingReasons(model, type),
    ...unusedType(model, type, uses),
  ])
}

/** Whether other schemas complete it: it extends what it does not define, or carries the marks of federation. */
function isPartOfGraph(model: SchemaModel, uses: ReadonlyMap<string, TypeUses>): boolean {
  if ([...model.types.values()].some(({ isExtension }) => isExtension)) return true
  return [...uses.keys()].some(name => federation.has(name) && !model.directives.has(name.slice(1)))
}

function missingTypes(model: SchemaModel, type: ModelType, elsewhere: string | undefined): DefinitionProblem[] {
  const seen = new Set<string>()
  const missing = (name: string, line: number | undefined, field?: string): DefinitionProblem[] => {
    if (model.types.has(name) || isLanguageScalar(name) || (elsewhere && name.startsWith('_')) || seen.has(name)) return []
    seen.add(name)
    const message = `The type ${name} is not defined here${elsewhere ? `. ${elsewhere}` : ''}`
    return [
      { severity: elsewhere ? 'warning' : 'error', rule: 'reference-missing', message, ...at(line), item: ownerId(model, type, field) },
    ]
  }
  return [
    ...[...type.interfaces, ...type.members].flatMap(name => missing(name, type.line)),
    ...type.arguments.flatMap(argument => missing(namedType(argument.type), argument.line)),
    ...type.fields.flatMap(field => [
      ...missing(namedType(field.type), field.line, field.name),
      ...field.arguments.flatMap(argument => missing(namedType(argument.type), argument.line, field.name)),
    ]),
  ]
}

const at = (line: number | undefined) => (line === undefined ? {} : { line })

function missingDescriptions(model: SchemaModel, type: ModelType): DefinitionProblem[] {
  const hint = { severity: 'hint', rule: 'no-description' } as const
  const bare = type.fields.filter(({ description }) => !description)
  if (rootKindOf(model, type.name)) {
    return bare.map(({ name, line }) => {
      return { ...hint, message: `${type.name}.${name} has no description`, ...at(line), item: ownerId(model, type, name) }
    })
  }
  const place = { ...at(type.line), item: typeId(type) }
  const problems: DefinitionProblem[] = []
  if (!type.description && !type.isExtension) problems.push({ ...hint, message: `${labelOf(type)} has no description`, ...place })
  if (bare.length > 0) {
    const message = `${bare.length} of ${type.fields.length} fields of ${type.name} have no description: ${someNames(bare)}`
    problems.push({ ...hint, message, ...place })
  }
  return problems
}

function missingReasons(model: SchemaModel, type: ModelType): DefinitionProblem[] {
  const hint = { severity: 'hint', rule: 'deprecated-without-reason' } as const
  const messageOf = (name: string) => `${type.name}.${name} is deprecated without a reason. Say what to use in its place`
  const problems: DefinitionProblem[] = []
  for (const { name, hasNoReason } of type.values) {
    if (hasNoReason) problems.push({ ...hint, message: messageOf(name), ...at(type.line), item: typeId(type) })
  }
  for (const field of type.fields) {
    for (const { name, line, hasNoReason } of [field, ...field.arguments]) {
      if (hasNoReason) problems.push({ ...hint, message: messageOf(name), ...at(line), item: ownerId(model, type, field.name) })
    }
  }
  return problems
}

function unusedType(model: SchemaModel, type: ModelType, uses: ReadonlyMap<string, TypeUses>): DefinitionProblem[] {
  const isEntity = type.isExtension || type.directives.some(directive => directiveName(directive) === '@key')
  const isImplementation = type.interfaces.some(name => uses.has(name))
  if (rootKindOf(model, type.name) || type.form === 'directive' || uses.has(type.name) || isEntity || isImplementation) return []
  return [{ severity: 'hint', rule: 'type-unused', message: `${type.name} is used nowhere`, ...at(type.line), item: typeId(type) }]
}

/** What the language's own rules say about a whole schema: fields that an interface asks for, and so on. */
export function invalidSchema(document: DocumentNode, model: SchemaModel): DefinitionProblem[] {
  try {
    const errors = validateSchema(buildASTSchema(document, { assumeValidSDL: true }))
    return errors
      .filter(({ message }) => model.roots.has('query') || !message.startsWith('Query root type'))
      .map(({ message, locations }) => ({ severity: 'error', rule: 'invalid', message, ...locations?.[0] }))
  } catch (error) {
    const message = `It cannot be checked as a schema: ${error instanceof Error ? error.message : String(error)}`
    return [{ severity: 'warning', rule: 'invalid', message }]
  }
}

/** Directives that are used and not defined, once each. */
export function undefinedDirectives(model: SchemaModel, uses: ReadonlyMap<string, TypeUses>): DefinitionProblem[] {
  return [...uses]
    .filter(([name]) => name.startsWith('@') && !federation.has(name))
    .filter(([name]) => !isLanguageDirective(name.slice(1)) && !model.directives.has(name.slice(1)))
    .map(([name, { usedBy }]) => ({
      severity: 'warning',
      rule: 'directive-missing',
      message: `The directive ${name} is used and not defined here, first in ${usedBy[0]?.label}`,
      ...(usedBy[0]?.id ? { item: usedBy[0].id } : {}),
    }))
}

function someNames(named: readonly { readonly name: string }[]): string {
  const names = named.slice(0, maxNames).map(({ name }) => name)
  return named.length > maxNames ? `${names.join(', ')}, …` : names.join(', ')
}
