import { type GraphqlArgument, type GraphqlField, type GraphqlFieldPart, type GraphqlTypePart, itemId } from '@portico/api-docs/common'
import { present } from '../document/json-values.ts'
import { exampleOperation } from './example-operation.ts'
import type { ModelArgument, ModelField, ModelType, RootKind, SchemaModel } from './schema-model.ts'
import { labelOf, typeId, type TypeUses, typeUse } from './type-uses.ts'

/** The part of a field of a root type. */
export function fieldPart(model: SchemaModel, root: RootKind, type: ModelType, field: ModelField): GraphqlFieldPart {
  const id = itemId('field', `${type.name}.${field.name}`)
  return { kind: 'graphql-field', id, root, field: toField(model, field), example: exampleOperation(model, root, field) }
}

/** The part of a type or a directive. */
export function typePart(model: SchemaModel, type: ModelType, uses: ReadonlyMap<string, TypeUses>): GraphqlTypePart {
  const ofDirective = type.form === 'directive' ? { arguments: toArguments(model, type.arguments), locations: type.locations } : {}
  const implementations = uses.get(type.name)?.implementations ?? []
  return present({
    kind: 'graphql-type' as const,
    id: typeId(type),
    name: type.name,
    form: type.form,
    description: type.description,
    isExtension: type.isExtension || undefined,
    specifiedByUrl: type.specifiedByUrl,
    interfaces: type.interfaces.map(name => typeUse(model, name)),
    possibleTypes: (type.form === 'interface' ? implementations : type.members).map(name => typeUse(model, name)),
    fields: type.fields.map(field => toField(model, field)),
    values: type.values.map(({ name, description, deprecation }) => present({ name, description, deprecation })),
    directives: type.directives.length > 0 ? type.directives : undefined,
    usedBy: [],
    usedByTotal: 0,
    ...usesOf(uses.get(labelOf(type))),
    ...ofDirective,
  })
}

function usesOf(uses: TypeUses | undefined) {
  return uses && { usedBy: uses.usedBy, usedByTotal: uses.usedByTotal }
}

function toField(model: SchemaModel, field: ModelField): GraphqlField {
  return { ...toArgument(model, field), arguments: toArguments(model, field.arguments) }
}

const toArguments = (model: SchemaModel, all: readonly ModelArgument[]) => all.map(argument => toArgument(model, argument))

function toArgument(
  model: SchemaModel,
  { name, description, type, default: value, deprecation, directives }: ModelArgument,
): GraphqlArgument {
  const details = { description, default: value, deprecation, directives: directives.length > 0 ? directives : undefined }
  return present({ name, type: typeUse(model, type), ...details })
}
