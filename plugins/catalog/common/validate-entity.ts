import { invalidField, isRecord, missingField, problem, type Problem } from '@portico/core/common'
import { tryParseEntityRef } from './entity-ref.ts'
import { allowedFormats, isValidApiVersion, isValidKind, isValidName } from './formats.ts'
import type { KindDefinition } from './kinds/definition.ts'
import { specCheckOf } from './kinds.ts'
import { kindOf, relationValues } from './relations.ts'
import { checkMetadata } from './validate-metadata.ts'

const rootKeys = ['apiVersion', 'kind', 'metadata', 'spec']

/** What keeps a value from being an entity at all: without a version, a kind and a name nothing else can be said about it. */
export function validateEnvelope(value: unknown): Problem[] {
  if (!isRecord(value)) return [invalidField([], value, 'an object with apiVersion, kind, metadata and spec')]
  const problems: Problem[] = []
  checkText(value['apiVersion'], ['apiVersion'], problems)
  checkText(value['kind'], ['kind'], problems)
  const metadata = value['metadata']
  if (metadata === undefined) problems.push(missingField(['metadata'], 'an object with at least a name is required'))
  else if (!isRecord(metadata)) problems.push(invalidField(['metadata'], metadata, 'an object with at least a name'))
  else checkText(metadata['name'], ['metadata', 'name'], problems)
  return problems
}

/** Everything that is wrong with an entity as its source wrote it. Never throws, whatever the value. */
export function validateEntity(value: unknown, kinds: readonly KindDefinition[]): Problem[] {
  const problems = validateEnvelope(value)
  if (!isRecord(value)) return problems
  const { apiVersion, kind, metadata, spec } = value
  for (const key of Object.keys(value)) {
    if (!rootKeys.includes(key)) problems.push(problem([key], `is not allowed here; the keys here are ${rootKeys.join(', ')}`))
  }
  if (isText(apiVersion) && !isValidApiVersion(apiVersion))
    problems.push(invalidField(['apiVersion'], apiVersion, allowedFormats.apiVersion))
  if (isText(kind) && !isValidKind(kind)) problems.push(invalidField(['kind'], kind, allowedFormats.kind))
  if (isRecord(metadata)) {
    if (isText(metadata['name']) && !isValidName(metadata['name']))
      problems.push(invalidField(['metadata', 'name'], metadata['name'], allowedFormats.name))
    checkMetadata(metadata, problems)
  }
  if (spec !== undefined && !isRecord(spec)) problems.push(invalidField(['spec'], spec, 'an object'))
  if (isText(apiVersion) && isText(kind)) checkKind({ apiVersion, kind, spec, metadata }, kinds, problems)
  return problems
}

interface Candidate {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: unknown
  readonly spec: unknown
}

function checkKind(candidate: Candidate, kinds: readonly KindDefinition[], problems: Problem[]): void {
  const definition = kindOf(candidate, kinds)
  if (!definition) {
    problems.push(unknownKind(candidate, kinds))
    return
  }
  if (candidate.spec === undefined) problems.push(missingField(['spec'], 'an object is required'))
  if (!isRecord(candidate.spec)) return
  problems.push(...specCheckOf(definition)(candidate.spec, ['spec']))
  checkRelations(candidate.spec, definition, problems)
}

function unknownKind({ apiVersion, kind }: Candidate, kinds: readonly KindDefinition[]): Problem {
  const versions = kinds.filter(candidate => candidate.kind === kind).flatMap(candidate => candidate.apiVersions)
  if (versions.length > 0) return invalidField(['apiVersion'], apiVersion, `for kind ${kind} it is ${versions.join(' or ')}`)
  const meant = kinds.find(candidate => candidate.kind.toLowerCase() === kind.toLowerCase())
  const names = [...new Set(kinds.map(candidate => candidate.kind))].join(', ')
  return invalidField(['kind'], kind, meant ? `did you mean ${meant.kind}?` : `the kinds here are ${names}`)
}

/** Refs that cannot be read are found here, where the field is known, and not when relations are built. */
function checkRelations(spec: unknown, definition: KindDefinition, problems: Problem[]): void {
  for (const field of definition.relations) {
    for (const { value, path } of relationValues(spec, field)) {
      if (!isText(value)) {
        if (typeof value !== 'string') reportOnce(problems, invalidField(path, value, 'an entity ref, such as component:default/name'))
        continue
      }
      if (tryParseEntityRef(value, { defaultKind: field.defaultKind })) continue
      const form = field.defaultKind ? '[<kind>:][<namespace>/]<name>' : '<kind>:[<namespace>/]<name>, the kind is needed here'
      problems.push(invalidField(path, value, `an entity ref of the form ${form}`))
    }
  }
}

const maxCompared = 100

/** The schema of the kind may have said it already. */
function reportOnce(problems: Problem[], found: Problem): void {
  // Each is compared with all before it, and a longer list is not read.
  if (problems.length >= maxCompared) return
  const key = found.path.join('\n')
  if (!problems.some(({ path }) => path.join('\n') === key)) problems.push(found)
}

function checkText(value: unknown, path: readonly string[], problems: Problem[]): void {
  if (value === undefined) problems.push(missingField(path, 'a text is required'))
  else if (!isText(value)) problems.push(invalidField(path, value, allowedFormats.filledText))
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
