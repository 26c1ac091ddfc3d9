import { inputError } from '@portico/core/common'
import { defaultNamespace as standardNamespace } from './entity.ts'

/** The three parts that name an entity. */
export interface CompoundEntityRef {
  readonly kind: string
  readonly namespace: string
  readonly name: string
}

/** Parts of a ref, of which the context may supply all but the name. */
export interface PartialEntityRef {
  readonly kind?: string | undefined
  readonly namespace?: string | undefined
  readonly name: string
}

/** Anything that carries its own ref. */
export interface NamedEntity {
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string | undefined }
}

export interface EntityRefContext {
  readonly defaultKind?: string | undefined
  readonly defaultNamespace?: string | undefined
}

/**
 * The parts of `[kind:][namespace/]name`, in the letter case found. The first slash ends the namespace, and the first colon before it the
 * kind; what comes later belongs to the name, as in `org/team/sub`. Throws an InputError where a part is missing and no default helps.
 */
export function parseEntityRef(ref: string | PartialEntityRef, context: EntityRefContext = {}): CompoundEntityRef {
  const parts = typeof ref === 'string' ? split(ref) : ref
  if (typeof parts !== 'object' || parts === null) throw invalid(ref, 'was not on the form [<kind>:][<namespace>/]<name>')
  const kind = parts.kind ?? context.defaultKind
  const namespace = parts.namespace ?? context.defaultNamespace ?? standardNamespace
  if (!isPart(kind)) throw invalid(ref, "had missing or empty kind (it begins with a kind and a colon, such as 'component:')")
  if (!isPart(namespace)) throw invalid(ref, 'had missing or empty namespace')
  if (!isPart(parts.name)) throw invalid(ref, 'had missing or empty name')
  return { kind, namespace, name: parts.name }
}

/** The same; undefined for what is no ref. */
export function tryParseEntityRef(ref: string | PartialEntityRef, context?: EntityRefContext): CompoundEntityRef | undefined {
  try {
    return parseEntityRef(ref, context)
  } catch {
    return undefined
  }
}

/** The full ref that a text or parts stand for; undefined for what is no ref. */
export function toEntityRef(ref: string | PartialEntityRef, context?: EntityRefContext): string | undefined {
  const parts = tryParseEntityRef(ref, context)
  return parts && stringifyEntityRef(parts)
}

/** The one text that stands for an entity everywhere: `kind:namespace/name`, lower-cased. */
export function stringifyEntityRef(ref: PartialEntityRef | NamedEntity): string {
  const { kind, namespace, name } = 'metadata' in ref ? { kind: ref.kind, ...namesOf(ref) } : ref
  if (!isPart(kind) || namespace === '' || !isPart(name)) parseEntityRef({ kind, namespace, name })
  return `${kind}:${namespace ?? standardNamespace}/${name}`.toLowerCase()
}

/** The ref of an entity, as text. */
export function entityRefOf(entity: NamedEntity): string {
  return stringifyEntityRef(entity)
}

/** The ref of an entity, as parts in the letter case of the entity. */
export function compoundRefOf(entity: NamedEntity): CompoundEntityRef {
  return parseEntityRef({ kind: entity.kind, ...namesOf(entity) })
}

function namesOf({ metadata }: NamedEntity) {
  return { namespace: metadata.namespace, name: metadata.name }
}

function split(text: string): PartialEntityRef | undefined {
  const slash = text.indexOf('/')
  const before = slash === -1 ? text : text.slice(0, slash)
  const colon = before.indexOf(':')
  const kind = colon === -1 ? undefined : before.slice(0, colon)
  const rest = before.slice(colon + 1)
  const namespace = slash === -1 ? undefined : rest
  const name = slash === -1 ? rest : text.slice(slash + 1)
  return kind === '' || namespace === '' || name === '' ? undefined : { kind, namespace, name }
}

function isPart(part: unknown): part is string {
  return typeof part === 'string' && part !== ''
}

function invalid(ref: unknown, what: string) {
  const shown = typeof ref === 'string' ? ref : JSON.stringify(ref)
  return inputError(`Entity reference '${shown}' ${what}`, { code: 'catalog.invalid-entity-ref' })
}
