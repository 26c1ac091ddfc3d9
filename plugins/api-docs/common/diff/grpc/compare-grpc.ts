import type { GrpcMethodPart, GrpcServicePart, GrpcTypePart } from '../../parts/grpc-parts.ts'
import type { Reading } from '../../reading.ts'
import type { ChangeList, Scope } from '../change-list.ts'
import { difference, isSame, matchBy } from '../match.ts'
import { compareGrpcFields } from './compare-grpc-fields.ts'

/** Services, methods, messages and enums of two definitions. */
export function compareGrpc(before: Reading, after: Reading, changes: ChangeList): void {
  const [old, fresh] = [partsOf(before), partsOf(after)]
  const services = matchBy(old.services, fresh.services, ({ id }) => id)
  for (const each of services.removed) changes.add(scopeOf(each), 'grpc-service-removed', { message: `Service ${each.name} was removed.` })
  for (const each of services.added) changes.add(scopeOf(each), 'grpc-service-added', { message: `Service ${each.name} was added.` })
  for (const [was, is] of services.both) compareTexts(changes, was, is)
  const methods = matchBy(old.methods, fresh.methods, ({ id }) => id)
  for (const each of methods.removed)
    changes.add(methodScope(each), 'grpc-method-removed', { message: `Method ${each.name} was removed.`, before: callText(each) })
  for (const each of methods.added)
    changes.add(methodScope(each), 'grpc-method-added', { message: `Method ${each.name} was added.`, after: callText(each) })
  for (const [was, is] of methods.both) compareMethod(changes, was, is, { before, after })
  const types = matchBy(old.types, fresh.types, ({ id }) => id)
  for (const each of types.removed)
    changes.add(scopeOf(each), 'grpc-type-removed', { message: `${formOf(each)} ${each.name} was removed.` })
  for (const each of types.added) changes.add(scopeOf(each), 'grpc-type-added', { message: `${formOf(each)} ${each.name} was added.` })
  for (const [was, is] of types.both) compareType(changes, was, is)
}

function compareMethod(
  changes: ChangeList,
  before: GrpcMethodPart,
  after: GrpcMethodPart,
  readings: { before: Reading; after: Reading },
): void {
  const scope = methodScope(after)
  const sides = [
    { what: 'request', old: before.request, fresh: after.request, wasStream: before.isRequestStream, isStream: after.isRequestStream },
    { what: 'response', old: before.response, fresh: after.response, wasStream: before.isResponseStream, isStream: after.isResponseStream },
  ]
  for (const { what, old, fresh, wasStream, isStream } of sides) {
    const place = [what]
    if (old.text !== fresh.text && old.ref !== fresh.ref) {
      const isAlike = isSame(wireOf(readings.before, old.ref), wireOf(readings.after, fresh.ref))
      const rule = isAlike ? 'grpc-method-type-renamed' : 'grpc-method-type-changed'
      changes.add(scope, rule, { place, message: `The ${what} is another message.`, before: old.text, after: fresh.text })
    }
    if (Boolean(wasStream) !== Boolean(isStream)) {
      const texts = { before: streamText(wasStream), after: streamText(isStream) }
      changes.add(scope, 'grpc-streaming-changed', { place, message: `The ${what} is now ${texts.after}.`, ...texts })
    }
  }
  const [http, newHttp] = [httpOf(before), httpOf(after)]
  if (!isSame(http, newHttp))
    changes.add(scope, 'grpc-http-changed', {
      place: ['HTTP'],
      message: 'The address over HTTP is another one.',
      before: http,
      after: newHttp,
    })
  compareTexts(changes, before, after, scope)
}

function compareType(changes: ChangeList, before: GrpcTypePart, after: GrpcTypePart): void {
  const scope = scopeOf(after)
  if (before.form !== after.form) {
    changes.add(scope, 'grpc-form-changed', {
      message: `${after.name} is now ${after.form} instead of ${before.form}.`,
      before: before.form,
      after: after.form,
    })
    return
  }
  compareTexts(changes, before, after)
  compareGrpcFields(changes, before, after, scope)
  for (const each of difference(before.reserved, after.reserved)) {
    changes.add(scope, 'grpc-reserved-removed', { place: ['reserved'], message: `${each} is no longer reserved.`, before: each })
  }
}

interface Described {
  readonly id: string
  readonly name: string
  readonly description?: string
  readonly isDeprecated?: boolean
}

function compareTexts(changes: ChangeList, before: Described, after: Described, scope: Scope = scopeOf(after)): void {
  if (before.description !== after.description) changes.addDocumentation(scope)
  if (Boolean(before.isDeprecated) === Boolean(after.isDeprecated)) return
  const rule = after.isDeprecated ? 'became-deprecated' : 'no-longer-deprecated'
  changes.add(scope, rule, { message: `${after.name} is ${after.isDeprecated ? '' : 'no longer '}deprecated.` })
}

/** What a message is on the wire. */
function wireOf({ parts }: Reading, id: string | undefined): unknown {
  const part = id !== undefined && Object.hasOwn(parts, id) ? parts[id] : undefined
  return part?.kind === 'grpc-type' ? part.fields.map(({ number, type, label }) => [number, type.text, label]) : id
}

function httpOf({ options }: GrpcMethodPart): unknown {
  return Object.entries(options ?? {}).find(([name]) => name.includes('google.api.http'))?.[1]
}

function partsOf({ parts }: Reading) {
  const all = Object.values(parts)
  return {
    services: all.filter((part): part is GrpcServicePart => part.kind === 'grpc-service'),
    methods: all.filter((part): part is GrpcMethodPart => part.kind === 'grpc-method'),
    types: all.filter((part): part is GrpcTypePart => part.kind === 'grpc-type'),
  }
}

function callText({ request, response, isRequestStream, isResponseStream }: GrpcMethodPart): string {
  return `(${isRequestStream ? 'stream ' : ''}${request.text}) returns (${isResponseStream ? 'stream ' : ''}${response.text})`
}

function streamText(isStream: boolean | undefined): string {
  return isStream ? 'a stream' : 'a single message'
}

function formOf({ form }: GrpcTypePart): string {
  return form === 'enum' ? 'Enum' : 'Message'
}

function methodScope({ id, name, service }: GrpcMethodPart): Scope {
  return { id, label: name.includes('.') ? name : `${service.label}.${name}` }
}

function scopeOf({ id, name }: Described): Scope {
  return { id, label: name }
}
