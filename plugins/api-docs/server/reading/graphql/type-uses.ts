import { itemId, type PartLink, type TypeUse } from '@portico/api-docs/common'
import { type ModelArgument, type ModelType, namedType, rootKindOf, type SchemaModel } from './schema-model.ts'

/** How many places that use a type are listed. */
const maxUses = 100

export interface TypeUses {
  readonly usedBy: readonly PartLink[]
  readonly usedByTotal: number
  /** Of an interface: the types that implement it. */
  readonly implementations: readonly string[]
}

/** Where each type and directive is used, by name (`@key` for directives). */
export function findUses(model: SchemaModel): ReadonlyMap<string, TypeUses> {
  const uses = new Map<string, { usedBy: PartLink[]; usedByTotal: number; implementations: string[] }>()
  const add = (name: string, link: PartLink) => {
    const found = uses.get(name) ?? { usedBy: [], usedByTotal: 0, implementations: [] }
    uses.set(name, found)
    if (found.usedBy.at(-1)?.label === link.label) return
    found.usedByTotal += 1
    if (found.usedBy.length < maxUses) found.usedBy.push(link)
  }
  const addArgument = ({ type, directives }: ModelArgument, link: PartLink) => {
    add(namedType(type), link)
    for (const directive of directives) add(directiveName(directive), link)
  }
  for (const type of model.types.values()) {
    const link = { id: ownerId(model, type), label: labelOf(type) }
    for (const name of [...type.interfaces, ...type.members]) add(name, link)
    for (const name of type.interfaces) uses.get(name)?.implementations.push(type.name)
    for (const directive of type.directives) add(directiveName(directive), link)
    for (const field of type.fields) {
      const fieldLink = { id: ownerId(model, type, field.name), label: `${type.name}.${field.name}` }
      addArgument(field, fieldLink)
      for (const argument of field.arguments) addArgument(argument, fieldLink)
    }
  }
  for (const directive of model.directives.values()) {
    for (const argument of directive.arguments) addArgument(argument, { id: typeId(directive), label: labelOf(directive) })
  }
  return uses
}

export const directiveName = (directive: string) => /^@\w+/.exec(directive)?.[0] ?? directive

/** The id of a type, or of a directive. */
export const typeId = ({ name, form }: Pick<ModelType, 'name' | 'form'>) => itemId('type', form === 'directive' ? `@${name}` : name)

/** The id of the item that a type or one of its fields is in. Fields of root types are items; a root type is not: its first field stands for it. */
export function ownerId(model: SchemaModel, type: ModelType, field = type.fields[0]?.name): string {
  return rootKindOf(model, type.name) && field !== undefined ? itemId('field', `${type.name}.${field}`) : typeId(type)
}

/** `Booking`, `@key`. */
export const labelOf = ({ name, form }: ModelType) => (form === 'directive' ? `@${name}` : name)

/** A type where it is used. Scalars of the language, root types and types that are not here lead nowhere. */
export function typeUse(model: SchemaModel, text: string): TypeUse {
  const name = namedType(text)
  return model.types.has(name) && !rootKindOf(model, name) ? { text, ref: itemId('type', name) } : { text }
}
