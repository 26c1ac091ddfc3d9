import { type GrpcField, type GrpcMethodPart, type GrpcServicePart, type GrpcTypePart, itemId } from '@portico/api-docs/common'
import protobuf from 'protobufjs'
import { present } from '../document/json-values.ts'
import type { ProtoScan } from './scan-proto.ts'
import { fieldText, fullNameOf, ownFields, type ProtoTypes, type ProtoUses, resolveName, shortNameOf, typeUse } from './collect-protos.ts'

export interface ProtoReading {
  readonly types: ProtoTypes
  readonly scan: ProtoScan
  readonly uses: ReadonlyMap<string, ProtoUses>
  /** By the full name of the message that they extend. */
  readonly extensions: ReadonlyMap<string, readonly protobuf.Field[]>
}

/** Options that have a place of their own in a part. */
const shownElsewhere = new Set(['deprecated', 'proto3_optional'])

export function servicePart(service: protobuf.Service): GrpcServicePart {
  const name = fullNameOf(service)
  const methods = service.methodsArray.map(method => ({ id: itemId('method', fullNameOf(method)), label: method.name }))
  return { kind: 'grpc-service', id: itemId('service', name), name, methods, ...detailsOf(service) }
}

export function methodPart({ types }: ProtoReading, service: protobuf.Service, method: protobuf.Method): GrpcMethodPart {
  const scope = fullNameOf(service)
  return present({
    kind: 'grpc-method' as const,
    id: itemId('method', fullNameOf(method)),
    name: method.name,
    service: { id: itemId('service', scope), label: service.name },
    request: typeUse(types, method.requestType, scope),
    response: typeUse(types, method.responseType, scope),
    isRequestStream: method.requestStream || undefined,
    isResponseStream: method.responseStream || undefined,
    ...detailsOf(method),
  })
}

export function typePart(reading: ProtoReading, type: protobuf.Type | protobuf.Enum): GrpcTypePart {
  const name = fullNameOf(type)
  const isMessage = type instanceof protobuf.Type
  const added = reading.extensions.get(name) ?? []
  const { options, ...details } = detailsOf(type)
  const ranges = isMessage && type.extensions ? { 'extension ranges': rangesOf(type.extensions).join(', ') } : undefined
  return present({
    kind: 'grpc-type' as const,
    id: itemId('type', name),
    name,
    form: isMessage ? ('message' as const) : ('enum' as const),
    ...details,
    fields: isMessage ? ownFields(type).map(field => toField(reading, field, name)) : [],
    values: isMessage ? [] : valuesOf(type),
    reserved: rangesOf(type.reserved ?? []),
    extensions: added.length > 0 ? added.map(field => toField(reading, field, scopeOf(field))) : undefined,
    options: options || ranges ? { ...options, ...ranges } : undefined,
    usedBy: [],
    usedByTotal: 0,
    ...reading.uses.get(name),
  })
}

/** The part of a message that is extended here and defined elsewhere: what is added to it. */
export function extendedPart(reading: ProtoReading, name: string, fields: readonly protobuf.Field[]): GrpcTypePart {
  const lists = { fields: [], values: [], reserved: [], usedBy: [], usedByTotal: 0 }
  const extensions = fields.map(field => toField(reading, field, scopeOf(field)))
  return { kind: 'grpc-type', id: itemId('type', name), name, form: 'message', ...lists, extensions }
}

/** The full name of the message that a field extends. */
export function extendedBy(types: ProtoTypes, field: protobuf.Field): string {
  const written = field.extend ?? ''
  return resolveName(types, written, scopeOf(field)) ?? written.replace(/^\./, '')
}

const scopeOf = (field: protobuf.ReflectionObject) => (field.parent ? fullNameOf(field.parent) : '')

function toField({ types, scan }: ProtoReading, field: protobuf.FieldBase, scope: string): GrpcField {
  const rule = (field as { readonly rule?: string }).rule
  const isOptional = scan.optional.has(fullNameOf(field))
  return present({
    name: field.name,
    number: field.id,
    type: typeUse(types, field.type, scope, fieldText(field)),
    label: rule === 'repeated' || rule === 'required' ? (rule as 'repeated' | 'required') : isOptional ? ('optional' as const) : undefined,
    oneof: isOptional ? undefined : field.partOf?.name,
    ...detailsOf(field),
  })
}

function valuesOf(type: protobuf.Enum): GrpcTypePart['values'] {
  return Object.entries(type.values).map(([name, number]) =>
    present({
      name,
      number,
      description: type.comments[name] ?? undefined,
      isDeprecated: type.valuesOptions?.[name]?.deprecated === true || undefined,
    }),
  )
}

function detailsOf(object: protobuf.ReflectionObject) {
  const options = optionsOf(object)
  const own = Object.entries(options).filter(([name]) => !shownElsewhere.has(name))
  return present({
    description: object.comment || undefined,
    isDeprecated: options.deprecated === true || undefined,
    options: own.length > 0 ? Object.fromEntries(own) : undefined,
  })
}

/** As written on the thing itself; the parser's `options` also have those of the file. What is said several times is a list. */
export function optionsOf({ parsedOptions }: protobuf.ReflectionObject): Record<string, unknown> {
  const options = new Map<string, unknown[]>()
  for (const option of (parsedOptions ?? []) as unknown as readonly object[]) {
    for (const [name, value] of Object.entries(option)) options.set(name, [...(options.get(name) ?? []), value])
  }
  return Object.fromEntries([...options].map(([name, values]) => [name, values.length === 1 ? values[0] : values]))
}

/** `4 to 9`, `12`, `old`. */
function rangesOf(ranges: readonly (readonly number[] | string)[]): string[] {
  return ranges.map(range => {
    if (typeof range === 'string') return range
    const [from, to] = range
    return from === to ? String(from) : `${from} to ${(to ?? 0) >= 536_870_911 ? 'max' : to}`
  })
}

/** `Outer.Inner` with the package in front where names would meet otherwise. */
export const labelOf = (object: protobuf.ReflectionObject, isUnique: boolean) => (isUnique ? shortNameOf(object) : fullNameOf(object))
