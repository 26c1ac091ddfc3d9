import { itemId, type PartLink, type TypeUse } from '@portico/api-docs/common'
import protobuf from 'protobufjs'

const { Enum, Field, MapField, Namespace, Service, Type } = protobuf

/** How many places that use a type are listed. */
const maxUses = 100

/** All that a root holds, by full name and in the order of the text. */
export interface ProtoTypes {
  readonly services: readonly protobuf.Service[]
  readonly types: ReadonlyMap<string, protobuf.Type | protobuf.Enum>
  /** Fields that are added to messages from outside of them. */
  readonly extensions: readonly protobuf.Field[]
}

export interface ProtoUses {
  usedBy: PartLink[]
  usedByTotal: number
}

export const fullNameOf = ({ fullName }: protobuf.ReflectionObject) => fullName.replace(/^\./, '')

/** Without its package: `Outer.Inner`. */
export function shortNameOf(object: protobuf.ReflectionObject): string {
  const { parent, name } = object
  return parent instanceof Type || parent instanceof Service ? `${shortNameOf(parent)}.${name}` : name
}

export function collectTypes(root: protobuf.Root): ProtoTypes {
  const services: protobuf.Service[] = []
  const types = new Map<string, protobuf.Type | protobuf.Enum>()
  const extensions: protobuf.Field[] = []
  const open: protobuf.ReflectionObject[] = [...root.nestedArray].toReversed()
  for (let object = open.pop(); object; object = open.pop()) {
    if (object instanceof Service) services.push(object)
    else if (object instanceof Type || object instanceof Enum) types.set(fullNameOf(object), object)
    else if (object instanceof Field && object.extend !== undefined) extensions.push(object)
    if (object instanceof Namespace) for (const nested of object.nestedArray.toReversed()) open.push(nested)
  }
  return { services, types, extensions }
}

/** The full name of what a name means at a place, from inside out, as the language looks it up. Undefined: it is not here. */
export function resolveName({ types }: Pick<ProtoTypes, 'types'>, name: string, scope: string): string | undefined {
  if (name.startsWith('.')) return types.has(name.slice(1)) ? name.slice(1) : undefined
  const steps = scope === '' ? [] : scope.split('.')
  for (let length = steps.length; length >= 0; length -= 1) {
    const candidate = [...steps.slice(0, length), name].join('.')
    if (types.has(candidate)) return candidate
  }
  return undefined
}

/** A type where it is used. Scalars and types that are not here lead nowhere. */
export function typeUse(types: ProtoTypes, name: string, scope: string, text = name.replace(/^\./, '')): TypeUse {
  const target = resolveName(types, name, scope)
  return target === undefined ? { text } : { text, ref: itemId('type', target) }
}

export const fieldText = (field: protobuf.FieldBase) =>
  field instanceof MapField ? `map<${field.keyType}, ${field.type.replace(/^\./, '')}>` : field.type.replace(/^\./, '')

/** The fields of a message as it is written: without those that extensions add. */
export const ownFields = (type: protobuf.Type) => type.fieldsArray.filter(field => !(field as protobuf.Field).declaringField)

/** Each place that names a type: fields, extensions and methods, with where they are. */
export function* placesOf({ services, types, extensions }: ProtoTypes) {
  for (const type of types.values()) {
    if (!(type instanceof Type)) continue
    const scope = fullNameOf(type)
    const id = itemId('type', scope)
    for (const field of ownFields(type))
      yield { name: field.type, scope, place: `${scope}.${field.name}`, link: { id, label: `${shortNameOf(type)}.${field.name}` } }
  }
  for (const field of extensions) {
    const scope = field.parent ? fullNameOf(field.parent) : ''
    const extended = resolveName({ types }, field.extend ?? '', scope) ?? (field.extend ?? '').replace(/^\./, '')
    const link = { id: itemId('type', extended), label: fullNameOf(field) }
    yield { name: field.type, scope, place: fullNameOf(field), link }
  }
  for (const service of services) {
    for (const method of service.methodsArray) {
      const scope = fullNameOf(service)
      const link = { id: itemId('method', fullNameOf(method)), label: shortNameOf(method) }
      for (const name of [method.requestType, method.responseType]) yield { name, scope, place: fullNameOf(method), link }
    }
  }
}

/** Where each type is used, by full name. */
export function findUses(types: ProtoTypes): ReadonlyMap<string, ProtoUses> {
  const uses = new Map<string, ProtoUses>()
  for (const { name, scope, link } of placesOf(types)) {
    const target = resolveName(types, name, scope)
    if (target === undefined) continue
    const found = uses.get(target) ?? { usedBy: [], usedByTotal: 0 }
    uses.set(target, found)
    if (found.usedBy.at(-1)?.label === link.label) continue
    found.usedByTotal += 1
    if (found.usedBy.length < maxUses) found.usedBy.push(link)
  }
  return uses
}
