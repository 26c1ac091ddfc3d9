import {
  caseClashes,
  defaultNamespace,
  isScript,
  kindOf,
  relationsOf,
  relationValues,
  stringifyEntityRef,
  validateEntity,
  validateEnvelope,
  type Entity,
  type KindDefinition,
  type LocationRef,
  type Problem,
  type RelationPair,
} from '@portico/catalog/common'
import { problem } from '@portico/core/common'
import type { Readers } from '@portico/integrations/server'
import { checkDocument, type DocumentLimits } from '../read/document-limits.ts'
import { withoutEmptyValues } from './empty-values.ts'
import type { RuleCheck } from './entity-rules.ts'
import { annotateLocation, withoutScripts } from './location-annotations.ts'
import { targetsOf, type ChildTarget } from '../read/location-targets.ts'
import type { ProcessorOutput } from './processor.ts'
import { isStorable, storableText } from '../read/storable-text.ts'

/** Everything that decides what becomes of a document, besides the document. */
export interface ProcessContext {
  readonly kinds: readonly KindDefinition[]
  readonly readers: Pick<Readers, 'resolve' | 'types' | 'linksOf'>
  /** Undefined where anything may come, as from providers. */
  readonly isAllowed: RuleCheck | undefined
  /** Files are checked before they are on the web: relative targets of type url are files beside them. */
  readonly isOffline?: boolean
  readonly limits: DocumentLimits
}

export interface ProcessInput {
  /** The document as its source wrote it, placeholders filled in. */
  readonly document: unknown
  /** The file it stands in; undefined for entities of providers, which say so themselves. */
  readonly location: LocationRef | undefined
  readonly origin: LocationRef
}

/** A mistake as it is shown with an entity. */
export interface EntityError {
  readonly name: string
  readonly message: string
  readonly path?: readonly (string | number)[]
  readonly line?: number
  /** The cause of an unexpected error. */
  readonly cause?: string
}

export interface ProcessOutput {
  /** Undefined when the document cannot even be named. */
  readonly ref: string | undefined
  /** The processed entity, without relations, status, uid and (unless its source set it) etag. */
  readonly entity: Entity | undefined
  readonly relations: readonly RelationPair[]
  readonly children: readonly ChildTarget[]
  readonly refreshKeys: readonly string[]
  readonly errors: readonly EntityError[]
}

/** The whole of processing for one document, where no plugin adds steps to it. Pure: the same input gives the same output. */
export function processEntity(input: ProcessInput, context: ProcessContext): ProcessOutput {
  const prepared = prepareEntity(input, context)
  return prepared.entity && prepared.errors.length === 0
    ? finishEntity(prepared.entity, input, context)
    : failed(prepared.ref, prepared.errors)
}

/** First half: what it takes to name the entity, and what is written on it before anybody judges it. */
export function prepareEntity(
  { document, location, origin }: ProcessInput,
  { kinds, readers, limits }: ProcessContext,
): Pick<ProcessOutput, 'ref' | 'entity' | 'errors'> {
  const ref = refOfDocument(document)
  const tooMuch = checkDocument(document, limits)
  if (tooMuch) return { ref, entity: undefined, errors: [toError(tooMuch)] }
  const envelope = validateEnvelope(document)
  if (envelope.length > 0) return { ref, entity: undefined, errors: toErrors(envelope) }
  const given = withoutEmptyValues(document as Entity, kindOf(document as Entity, kinds))
  // Only where it is absent: an empty one is refused, since it is not clear which was meant.
  const metadata = { ...given.metadata, namespace: given.metadata.namespace === undefined ? defaultNamespace : given.metadata.namespace }
  const sorted = sortRelations({ ...given, metadata }, kinds)
  if (!location) return { ref, entity: sorted, errors: [] }
  return { ref, entity: annotateLocation(sorted, location, origin, readers.linksOf(location.type, location.target)), errors: [] }
}

/** Second half: judges the entity and reads its relations. What processors know of it goes in here. */
export function finishEntity(
  prepared: Entity,
  { location, origin }: ProcessInput,
  context: ProcessContext,
  known: ProcessorOutput = {},
): ProcessOutput {
  const entity = withSafeLinks(prepared)
  const ref = refOfDocument(entity)
  const kinds = known.isKnown ? withKind(context.kinds, entity) : context.kinds
  const problems = [...validateEntity(entity, kinds), ...(known.problems ?? []), ...clashes(entity)]
  if (problems.length > 0) return failed(ref, toErrors(problems))
  if (context.isAllowed && !context.isAllowed(entity, origin)) {
    const originRef = `${origin.type}:${origin.target}`
    const message = `Entity ${ref} is not of an allowed kind for the location ${originRef}; catalog.rules says which are`
    return failed(ref, [{ name: 'NotAllowedError', message }])
  }
  try {
    const children = location ? targetsOf(entity, location, context) : targetsOfProvided(entity, context)
    const relations = relationsOf(entity, kinds)
    const unfit = unfitRelation(relations)
    if (unfit !== undefined) return failed(ref, [{ name: 'InputError', message: unfit }])
    return { ref, entity, relations, children, refreshKeys: [], errors: [] }
  } catch (error) {
    return failed(ref, [toEntityError(error)])
  }
}

/** What is wrong with the first relation that cannot be stored; undefined where all can. */
export function unfitRelation(relations: readonly RelationPair[]): string | undefined {
  for (const { type, inverse, source, target } of relations) {
    for (const text of [source, target, type, inverse]) {
      if (!isStorable(text)) return `The relation ${type} to '${storableText(target)}' holds text that no database holds`
      // Entries of an index are no longer than this.
      if (text.length > longestRefBytes / 3 && Buffer.byteLength(text) > longestRefBytes) {
        return `The relation ${type.slice(0, 100)} to '${storableText(target).slice(0, 100)}…' is longer than ${longestRefBytes} bytes`
      }
    }
  }
  return undefined
}

const longestRefBytes = 2000
const maxErrors = 20

function toErrors(problems: readonly Problem[]): EntityError[] {
  const errors = problems.slice(0, maxErrors).map(toError)
  if (problems.length > maxErrors) errors.push({ name: 'InputError', message: `and ${problems.length - maxErrors} more mistakes` })
  return errors
}

/** An error as it is kept with an entity. */
export function toEntityError(error: unknown): EntityError {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  return { name, message: storableText(message) }
}

/** A problem as it is kept with an entity. */
export function toError({ path, message }: Problem): EntityError {
  return { name: 'InputError', message: storableText(message), path }
}

/** An error whose path can be stored, whatever the keys are called. */
export function toStorableError(error: EntityError): EntityError {
  if (!error.path) return error
  return { ...error, path: error.path.map(key => (typeof key === 'string' ? storableText(key) : key)) }
}

function failed(ref: string | undefined, errors: readonly EntityError[]): ProcessOutput {
  return { ref, entity: undefined, relations: [], children: [], refreshKeys: [], errors }
}

/** The ref of anything that has one, however wrong the rest is. */
export function refOfDocument(document: unknown): string | undefined {
  if (typeof document !== 'object' || document === null) return undefined
  const { kind, metadata } = document as { kind?: unknown; metadata?: { name?: unknown; namespace?: unknown } | null }
  if (typeof kind !== 'string' || typeof metadata?.name !== 'string' || kind === '' || metadata.name === '') return undefined
  const namespace = typeof metadata.namespace === 'string' && metadata.namespace !== '' ? metadata.namespace : defaultNamespace
  // What PostgreSQL cannot hold is wrong anyway, and a name of a thousand characters is not readable.
  return storableText(stringifyEntityRef({ kind, namespace, name: metadata.name }).slice(0, 500))
}

function withKind(kinds: readonly KindDefinition[], entity: Entity): readonly KindDefinition[] {
  if (kindOf(entity, kinds)) return kinds
  return [...kinds, { kind: entity.kind, apiVersions: [entity.apiVersion], schema: true, relations: [] }]
}

/** Lists of refs are sorted, so that their order in the file changes nothing. */
function sortRelations(entity: Entity, kinds: readonly KindDefinition[]): Entity {
  const definition = kindOf(entity, kinds)
  if (!definition || typeof entity.spec !== 'object' || entity.spec === null) return entity
  const spec: Record<string, unknown> = { ...entity.spec }
  for (const field of definition.relations) {
    const list = field.field.includes('.') ? undefined : spec[field.field]
    if (Array.isArray(list) && relationValues(spec, field).every(({ value }) => typeof value === 'string'))
      spec[field.field] = list.toSorted()
  }
  return { ...entity, spec }
}

function withSafeLinks(given: Entity): Entity {
  const entity = withSafePicture(given)
  const written = entity.metadata.annotations
  if (typeof written !== 'object' || written === null || Array.isArray(written)) return entity
  return { ...entity, metadata: { ...entity.metadata, annotations: withoutScripts(written) } }
}

/** A picture whose address is a script is left out. */
function withSafePicture(entity: Entity): Entity {
  const profile = entity.spec?.['profile']
  if (typeof profile !== 'object' || profile === null || !('picture' in profile)) return entity
  const { picture, ...rest } = profile
  return typeof picture === 'string' && isScript(picture) ? { ...entity, spec: { ...entity.spec, profile: rest } } : entity
}

function clashes(entity: Entity): Problem[] {
  if (!mayClash(entity, new Map())) return []
  return caseClashes(entity).map(([one, other]) =>
    problem(other.split('.'), `differs from ${one} only by letter case, so it could not be searched`),
  )
}

/** Whether any two keys of an entity are the same but for their letter case. Where they stand is looked at only then: it costs more. */
function mayClash(value: unknown, spellings: Map<string, string>): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(item => mayClash(item, spellings))
  for (const key of Object.keys(value)) {
    const lower = key.toLowerCase()
    const known = spellings.get(lower)
    if (known === undefined) spellings.set(lower, key)
    else if (known !== key) return true
    if (mayClash((value as Record<string, unknown>)[key], spellings)) return true
  }
  return false
}

function targetsOfProvided(entity: Entity, { readers }: ProcessContext): ChildTarget[] {
  const text = entity.metadata.annotations?.['backstage.io/managed-by-location'] ?? ''
  const colon = text.indexOf(':')
  const location = { type: text.slice(0, colon), target: text.slice(colon + 1) }
  return targetsOf(entity, readers.types.includes(location.type) ? location : { type: 'url', target: '' }, { readers })
}
