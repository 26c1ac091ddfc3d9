import type { DefinitionProblem } from '@portico/api-docs/common'
import {
  type ConstDirectiveNode,
  type DefinitionNode,
  type DocumentNode,
  type EnumValueDefinitionNode,
  type FieldDefinitionNode,
  GraphQLError,
  type InputValueDefinitionNode,
  Kind,
  parse,
  print,
  type TypeDefinitionNode,
  type TypeExtensionNode,
} from 'graphql'
import { syntaxProblem } from '../document/open-document.ts'
import { tooDeep } from '../nesting.ts'
import { salvage } from '../salvage.ts'
import { addDefaultRoots, type ModelArgument, type ModelField, type ModelType, type SchemaModel } from './schema-model.ts'

/** Of a text. A schema of 2 MB has about 300,000. */
const maxTokens = 2_000_000
const tooLarge: DefinitionProblem = {
  severity: 'error',
  rule: 'too-large',
  message: `The schema has more than ${maxTokens.toLocaleString('en-GB')} words and signs. That is the most that is read`,
}

/** Where a definition begins: at the start of a line, with its description. */
const definitionStart =
  /^(?:(?:"""(?:(?!""")[^])*"""|"(?:\\.|[^"\\\n])*")\s*(?:#[^\n]*\n\s*)*)?(?:extend[ \t]+)?(?:type|input|enum|interface|union|scalar|directive|schema)\b/gm

/** What a text in the schema definition language says. Definitions that are broken are left out and are problems. */
export interface SdlDocument {
  readonly document?: DocumentNode
  readonly problems: readonly DefinitionProblem[]
}

export function parseSdl(text: string): SdlDocument {
  const whole = tryParse(text)
  if ('document' in whole) return { ...whole, problems: [] }
  if (whole.problem.rule === 'too-large') return { problems: [whole.problem] }
  const starts = [...text.matchAll(definitionStart)].map(({ index }) => index)
  const salvaged = starts.length > 0 ? salvage(text, starts, checkPiece) : undefined
  const rest = salvaged && tryParse(salvaged.text)
  if (!rest || !('document' in rest)) return { problems: [whole.problem] }
  return { document: rest.document, problems: salvaged.problems.length > 0 ? salvaged.problems : [whole.problem] }
}

function checkPiece(piece: string): DefinitionProblem | undefined {
  if (/^(?:[\s,]|#.*)*$/.test(piece)) return undefined
  const result = tryParse(piece)
  return 'problem' in result ? result.problem : undefined
}

function tryParse(text: string): { document: DocumentNode } | { problem: DefinitionProblem } {
  try {
    return { document: parse(text, { maxTokens }) }
  } catch (error) {
    if (error instanceof RangeError) return { problem: tooDeep(text) }
    if (!(error instanceof GraphQLError)) throw error
    if (/tokens\. Parsing aborted/.test(error.message)) return { problem: tooLarge }
    const [place] = error.locations ?? []
    return { problem: syntaxProblem(error.message.replace(/^Syntax Error: /, ''), place) }
  }
}

/** Joins the definitions of a document, and the extensions with what they extend. Says what is defined twice. */
export function toModel(document: DocumentNode): { model: SchemaModel; problems: DefinitionProblem[] } {
  const model: SchemaModel = { types: new Map(), directives: new Map(), roots: new Map() }
  const problems: DefinitionProblem[] = []
  for (const node of document.definitions) addDefinition(model, node, problems)
  if (model.roots.size === 0) addDefaultRoots(model)
  for (const type of model.types.values()) dropRepeated(type, problems)
  return { model, problems }
}

/** The first of fields and values with the same name counts. */
function dropRepeated(type: ModelType, problems: DefinitionProblem[]) {
  for (const list of [type.fields, type.values]) {
    const names = new Set(list.map(({ name }) => name))
    if (names.size === list.length) continue
    const kept = (list as { name: string; line?: number | undefined }[]).filter(({ name, line = type.line }) => {
      if (names.delete(name)) return true
      const place = line === undefined ? {} : { line }
      problems.push({ severity: 'error', rule: 'invalid', message: `${type.name}.${name} is defined more than once`, ...place })
      return false
    })
    list.splice(0, list.length)
    append(list as typeof kept, kept)
  }
}

function addDefinition(model: SchemaModel, node: DefinitionNode, problems: DefinitionProblem[]) {
  switch (node.kind) {
    case Kind.SCHEMA_DEFINITION:
    case Kind.SCHEMA_EXTENSION: {
      if ('description' in node && node.description) model.description = node.description.value
      for (const { operation, type } of node.operationTypes ?? []) model.roots.set(operation, type.name.value)
      return
    }
    case Kind.DIRECTIVE_DEFINITION: {
      const locations = node.locations.map(({ value }) => value)
      const type = { ...emptyType(node, 'directive'), arguments: (node.arguments ?? []).map(toArgument), locations }
      if (model.directives.has(type.name)) problems.push(definedTwice(`@${type.name}`, node))
      model.directives.set(type.name, type)
      return
    }
    case Kind.DIRECTIVE_EXTENSION:
      return
    case Kind.OPERATION_DEFINITION:
    case Kind.FRAGMENT_DEFINITION: {
      const message = 'A schema holds no operations and fragments. This one is not shown'
      problems.push({ severity: 'warning', rule: 'invalid', message, ...lineOf(node) })
      return
    }
    default:
      addType(model.types, node, problems)
  }
}

const formOf = {
  [Kind.OBJECT_TYPE_DEFINITION]: 'object',
  [Kind.OBJECT_TYPE_EXTENSION]: 'object',
  [Kind.INTERFACE_TYPE_DEFINITION]: 'interface',
  [Kind.INTERFACE_TYPE_EXTENSION]: 'interface',
  [Kind.INPUT_OBJECT_TYPE_DEFINITION]: 'input',
  [Kind.INPUT_OBJECT_TYPE_EXTENSION]: 'input',
  [Kind.ENUM_TYPE_DEFINITION]: 'enum',
  [Kind.ENUM_TYPE_EXTENSION]: 'enum',
  [Kind.UNION_TYPE_DEFINITION]: 'union',
  [Kind.UNION_TYPE_EXTENSION]: 'union',
  [Kind.SCALAR_TYPE_DEFINITION]: 'scalar',
  [Kind.SCALAR_TYPE_EXTENSION]: 'scalar',
} as const

function addType(types: Map<string, ModelType>, node: TypeDefinitionNode | TypeExtensionNode, problems: DefinitionProblem[]) {
  const isExtension = node.kind.endsWith('Extension')
  const name = node.name.value
  const known = types.get(name)
  const type = known ?? { ...emptyType(node, formOf[node.kind]), isExtension: true }
  types.set(name, type)
  if (!isExtension && !type.isExtension) problems.push(definedTwice(name, node))
  if (!isExtension) {
    type.isExtension = false
    if ('description' in node && node.description) type.description = node.description.value
  }
  append(type.directives, (node.directives ?? []).map(print))
  if ('interfaces' in node)
    append(
      type.interfaces,
      (node.interfaces ?? []).map(({ name: { value } }) => value),
    )
  if ('types' in node)
    append(
      type.members,
      (node.types ?? []).map(({ name: { value } }) => value),
    )
  if ('fields' in node) append(type.fields, (node.fields ?? []).map(toField))
  if ('values' in node) append(type.values, (node.values ?? []).map(toValue))
}

function definedTwice(name: string, node: LocatedNode): DefinitionProblem {
  return { severity: 'error', rule: 'invalid', message: `${name} is defined more than once`, ...lineOf(node) }
}

/** A list may be too long to be the arguments of a call. */
function append<T>(list: T[], items: readonly T[]) {
  for (const item of items) list.push(item)
}

function emptyType(
  node: { readonly name: { readonly value: string }; readonly description?: { readonly value: string } | undefined } & LocatedNode,
  form: ModelType['form'],
): ModelType {
  const lists = { interfaces: [], members: [], fields: [], values: [], arguments: [], locations: [], directives: [] }
  const specifiedBy = node.directives?.find(directive => directive.name.value === 'specifiedBy')
  return {
    name: node.name.value,
    form,
    description: node.description?.value,
    isExtension: false,
    specifiedByUrl: specifiedBy && textArgument(specifiedBy, 'url'),
    ...lists,
    ...lineOf(node),
  }
}

interface LocatedNode {
  readonly loc?: { readonly startToken: { readonly line: number } } | undefined
  readonly name?: { readonly loc?: LocatedNode['loc'] } | undefined
  readonly directives?: readonly ConstDirectiveNode[] | undefined
}

/** The line of its name: a description may stand above it. */
function lineOf({ name, loc }: Pick<LocatedNode, 'name' | 'loc'>): { line?: number } {
  const line = (name?.loc ?? loc)?.startToken.line
  return line === undefined ? {} : { line }
}

function toField(node: FieldDefinitionNode | InputValueDefinitionNode): ModelField {
  const { arguments: nodes = [] } = 'arguments' in node ? node : {}
  return { ...toArgument(node), arguments: nodes.map(toArgument) }
}

function toArgument(node: InputValueDefinitionNode | FieldDefinitionNode): ModelArgument {
  return {
    name: node.name.value,
    description: node.description?.value,
    type: print(node.type),
    default: 'defaultValue' in node && node.defaultValue ? print(node.defaultValue) : undefined,
    ...deprecationOf(node),
    directives: directivesOf(node),
    ...lineOf(node),
  }
}

function toValue(node: EnumValueDefinitionNode) {
  return { name: node.name.value, description: node.description?.value, ...deprecationOf(node) }
}

/** As written, without those that have a place of their own. */
function directivesOf({ directives = [] }: LocatedNode) {
  return directives.filter(({ name }) => name.value !== 'deprecated').map(print)
}

function deprecationOf({ directives = [] }: LocatedNode) {
  const directive = directives.find(({ name }) => name.value === 'deprecated')
  if (!directive) return {}
  const reason = textArgument(directive, 'reason')
  return { deprecation: reason || 'No longer supported', hasNoReason: !reason }
}

function textArgument(directive: ConstDirectiveNode, name: string): string | undefined {
  const value = directive.arguments?.find(argument => argument.name.value === name)?.value
  return value?.kind === Kind.STRING ? value.value : undefined
}
