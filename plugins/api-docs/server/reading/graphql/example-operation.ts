import { type ModelField, namedType, type RootKind, type SchemaModel } from './schema-model.ts'

const maxDepth = 4
const maxFields = 30
const maxLeaves = 8
const maxObjects = 3
const maxMembers = 3

/** An operation that calls a root field: its arguments are variables, and it selects some fields of the answer. */
export function exampleOperation(model: SchemaModel, root: RootKind, field: ModelField): string {
  const name = `${field.name.charAt(0).toUpperCase()}${field.name.slice(1)}`
  const variables = field.arguments.map(argument => `$${argument.name}: ${argument.type}`)
  const passed = field.arguments.map(argument => `${argument.name}: $${argument.name}`)
  const selection = selectionOf({ model, left: maxFields }, namedType(field.type), 2, [])
  const call = `  ${field.name}${passed.length > 0 ? `(${passed.join(', ')})` : ''}`
  const head = `${root} ${name}${variables.length > 0 ? `(${variables.join(', ')})` : ''}`
  return [`${head} {`, ...(selection.length > 0 ? [`${call} {`, ...selection, '  }'] : [call]), '}'].join('\n')
}

interface Budget {
  readonly model: SchemaModel
  left: number
}

/** The lines that select fields of a type; none for what has no fields. */
function selectionOf(budget: Budget, name: string, indent: number, path: readonly string[], taken = new Map<string, string>()): string[] {
  const type = budget.model.types.get(name)
  const space = '  '.repeat(indent)
  if (type?.form === 'union') return [`${space}__typename`, ...memberLines(budget, type.members, indent, [...path, name])]
  if (type?.form !== 'object' && type?.form !== 'interface') return []
  const isPlain = (field: ModelField) => field.deprecation === undefined && !field.arguments.some(isRequired) && isFree(taken, field)
  const isLeaf = (field: ModelField) => !hasFields(budget.model, namedType(field.type))
  const leaves = first(type.fields, Math.min(maxLeaves, budget.left), field => isLeaf(field) && isPlain(field))
  budget.left -= leaves.length
  for (const field of leaves) taken.set(field.name, field.type)
  const lines = leaves.map(field => `${space}${field.name}`)
  if (leaves.length < 2 && path.length < maxDepth) {
    const objects = first(type.fields, maxObjects, field => !isLeaf(field) && !path.includes(namedType(field.type)) && isPlain(field))
    for (const field of objects) {
      if (budget.left <= 0 || taken.has(field.name)) break
      taken.set(field.name, field.type)
      const inner = selectionOf(budget, namedType(field.type), indent + 1, [...path, name])
      lines.push(`${space}${field.name} {`, ...inner, `${space}}`)
    }
  }
  return lines.length > 0 ? lines : [`${space}__typename`]
}

function memberLines(budget: Budget, members: readonly string[], indent: number, path: readonly string[]): string[] {
  if (path.length > maxDepth) return []
  const space = '  '.repeat(indent)
  const taken = new Map<string, string>()
  return first(members, maxMembers, member => budget.model.types.has(member) && !path.includes(member)).flatMap(member => [
    `${space}... on ${member} {`,
    ...selectionOf(budget, member, indent + 1, path, taken),
    `${space}}`,
  ])
}

/** The first of a long list that match. */
function first<T>(items: readonly T[], limit: number, matches: (item: T) => boolean): T[] {
  const found: T[] = []
  for (const item of items) {
    if (found.length >= limit) break
    if (matches(item)) found.push(item)
  }
  return found
}

/** The members of a union may not select fields of one name and different types. */
const isFree = (taken: ReadonlyMap<string, string>, { name, type }: ModelField) => (taken.get(name) ?? type) === type

const isRequired = ({ type, default: value }: { readonly type: string; readonly default?: string | undefined }) =>
  type.endsWith('!') && value === undefined

function hasFields({ types }: SchemaModel, name: string): boolean {
  const form = types.get(name)?.form
  return form === 'object' || form === 'interface' || form === 'union'
}
