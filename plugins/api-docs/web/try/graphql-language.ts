import {
  buildASTSchema,
  buildClientSchema,
  Kind,
  parse,
  type DefinitionNode,
  type DocumentNode,
  type GraphQLSchema,
  type IntrospectionQuery,
} from 'graphql'
import { getAutocompleteSuggestions, getDiagnostics, Position } from 'graphql-language-service'

/** Something that can be typed. */
export interface GraphqlCompletion {
  readonly label: string
  readonly detail?: string
  readonly info?: string
}

export interface GraphqlMistake {
  /** From 1. */
  readonly line: number
  readonly message: string
}

const maxTokens = 1_000_000
const maxShown = 500

/** The schema of a definition's text: the language itself, or an introspection result. Throws with words for people. */
export function openSchema(text: string): GraphQLSchema {
  if (/^\s*\{/.test(text)) {
    const value = JSON.parse(text) as { data?: IntrospectionQuery } & IntrospectionQuery
    return buildClientSchema(value.data ?? value, { assumeValid: true })
  }
  return buildASTSchema(withDefinitions(parse(text, { noLocation: true, maxTokens })), { assumeValid: true, assumeValidSDL: true })
}

const definitionOf: Readonly<Record<string, string>> = {
  [Kind.OBJECT_TYPE_EXTENSION]: Kind.OBJECT_TYPE_DEFINITION,
  [Kind.INTERFACE_TYPE_EXTENSION]: Kind.INTERFACE_TYPE_DEFINITION,
  [Kind.INPUT_OBJECT_TYPE_EXTENSION]: Kind.INPUT_OBJECT_TYPE_DEFINITION,
  [Kind.ENUM_TYPE_EXTENSION]: Kind.ENUM_TYPE_DEFINITION,
  [Kind.UNION_TYPE_EXTENSION]: Kind.UNION_TYPE_DEFINITION,
  [Kind.SCALAR_TYPE_EXTENSION]: Kind.SCALAR_TYPE_DEFINITION,
}

/** A part of a federated schema extends types that it does not define. */
function withDefinitions(document: DocumentNode): DocumentNode {
  const nameOf = (node: DefinitionNode) => ('name' in node ? node.name?.value : undefined)
  const defined = new Set(document.definitions.filter(({ kind }) => kind.endsWith('TypeDefinition')).map(nameOf))
  const definitions = document.definitions.map(node => {
    const kind = definitionOf[node.kind]
    if (kind === undefined || defined.has(nameOf(node))) return node
    defined.add(nameOf(node))
    return { ...node, kind } as DefinitionNode
  })
  return { ...document, definitions }
}

/** What can stand at an offset of a query. */
export function completeQuery(schema: GraphQLSchema, query: string, offset: number): GraphqlCompletion[] {
  const before = query.slice(0, offset).split('\n')
  const found = getAutocompleteSuggestions(schema, query, new Position(before.length - 1, before.at(-1)!.length))
  return found.slice(0, maxShown).map(({ label, detail, type, documentation }) => {
    const kind = detail ?? (type ? String(type) : undefined)
    return { label, ...(kind !== undefined && { detail: kind }), ...(documentation && { info: documentation }) }
  })
}

/** What is wrong with a query. */
export function checkQuery(schema: GraphQLSchema, query: string): GraphqlMistake[] {
  if (query.trim() === '') return []
  const errors = getDiagnostics(query, schema).filter(({ severity }) => severity === 1)
  return errors.slice(0, maxShown).map(({ range, message }) => ({
    line: range.start.line + 1,
    message: (typeof message === 'string' ? message : message.value).split('\n', 1)[0]!,
  }))
}
