import type { Entity } from '@portico/catalog/common'
import { z } from 'zod'
import { managedBy, toEntityName } from './entity-names.ts'
import type { Found, Skipped } from './found.ts'

/** A person as a directory tells. */
export interface Person {
  /** What identifies the person there; it becomes the name of the entity. */
  readonly name: string
  /** How the directory knows somebody without a name. */
  readonly label?: string
  readonly displayName?: string | undefined
  readonly description?: string | undefined
  readonly email?: string | undefined
  readonly picture?: string | undefined
  /** Fields of the entity with fixed values, by path. What the directory tells comes before them. */
  readonly fixed?: Readonly<Record<string, unknown>>
  readonly annotations?: Readonly<Record<string, string | undefined>>
  /** All that the directory tells, for transformers. */
  readonly record: Readonly<Record<string, unknown>>
}

/** A team of a directory. */
export interface Team {
  readonly name: string
  readonly displayName?: string | undefined
  readonly description?: string | undefined
  readonly email?: string | undefined
  readonly picture?: string | undefined
  readonly type?: string | undefined
  readonly parent?: string | undefined
  /** Names of people. */
  readonly members: readonly string[]
  readonly fixed?: Readonly<Record<string, unknown>>
  readonly annotations?: Readonly<Record<string, string | undefined>>
  readonly record: Readonly<Record<string, unknown>>
}

export interface People {
  readonly people: readonly Person[]
  readonly teams: readonly Team[]
  readonly skipped: readonly Skipped[]
}

const template = z.string().min(1)
const rules = z.record(z.string().regex(/^(metadata|spec)\./, 'expected a path that begins with metadata. or spec.'), template)

/** Which field of the directory becomes what of the entity: `{ 'spec.profile.email': '{{ mail }}' }`. */
export const transformSettings = z.object({ user: rules.exactOptional(), group: rules.exactOptional() })
export type Transform = z.output<typeof transformSettings>

const maxMembers = 100_000
const noName = 'no name for an entity can be made of it'

/** Users and groups for the people and teams of a directory. Two of one name cannot both be there: the second is told of. */
export function toPeopleEntities({ people, teams, skipped: before }: People, source: string, transform: Transform = {}): Found {
  const skipped: Skipped[] = [...before]
  const users = new Map<string, Entity>()
  const ids = new Map<string, string>()
  for (const person of people) {
    const entity = withRules(toUser(person, source), person.record, transform.user)
    const { name } = entity.metadata
    if (name === '') skipped.push({ what: person.name || person.label || 'a person', why: noName, isPerson: true })
    else if (users.has(name))
      skipped.push({ what: person.label ?? person.name, why: `another person has the name ${name}`, isPerson: true })
    else {
      users.set(name, entity)
      ids.set(person.name, name)
    }
  }
  const groups = toGroups(teams, source, transform, skipped, ids)
  return { entities: [...groups, ...users.values()], skipped }
}

function toGroups(
  teams: readonly Team[],
  source: string,
  transform: Transform,
  skipped: Skipped[],
  ids: ReadonlyMap<string, string>,
): Entity[] {
  const groups = new Map<string, Entity>()
  const parents = withoutCircles(teams, skipped)
  for (const team of teams) {
    const known = team.members.flatMap(member => ids.get(member) ?? [])
    if (known.length > maxMembers) skipped.push({ what: team.name, why: `it has more than ${maxMembers} members; the rest is left out` })
    const parent = parents.get(team.name)
    const entity = withRules(toGroup(team, source, known.slice(0, maxMembers), parent), team.record, transform.group)
    const { name } = entity.metadata
    if (name === '') skipped.push({ what: team.name || 'a team', why: noName })
    else if (groups.has(name)) skipped.push({ what: team.name, why: `another team has the name ${name}` })
    else groups.set(name, entity)
  }
  return [...groups.values()]
}

/** Directories allow groups to contain each other in a circle; a tree of teams does not. */
function withoutCircles(teams: readonly Team[], skipped: Skipped[]): Map<string, string> {
  const names = new Set(teams.map(({ name }) => name))
  const parents = new Map<string, string>()
  for (const { name, parent } of teams) {
    if (parent === undefined || !names.has(parent)) continue
    let above: string | undefined = parent
    while (above !== undefined && above !== name) above = parents.get(above)
    if (above === name) skipped.push({ what: name, why: `its parent ${parent} is below it: the parent is left out` })
    else parents.set(name, parent)
  }
  return parents
}

function toUser(person: Person, source: string): Entity {
  const { name, description, annotations, fixed } = person
  const entity = withFixed('User', { annotations: managedBy(source, annotations) }, { memberOf: [] }, fixed)
  return {
    ...entity,
    metadata: { ...entity.metadata, name: toEntityName(name), ...(description && { description }) },
    spec: { ...entity.spec, profile: profileOf(entity, person) },
  }
}

function toGroup(team: Team, source: string, members: readonly string[], parent: string | undefined): Entity {
  const { name, description, type, annotations, fixed } = team
  const entity = withFixed('Group', { annotations: managedBy(source, annotations) }, { type: 'team', children: [] }, fixed)
  return {
    ...entity,
    metadata: { ...entity.metadata, name: toEntityName(name), ...(description && { description }) },
    spec: {
      ...entity.spec,
      ...(type && { type }),
      profile: profileOf(entity, team),
      ...(parent !== undefined && { parent: toEntityName(parent) }),
      members: [...new Set(members)].sort(),
    },
  }
}

/** An entity with what the config fixes, before the directory has told anything. */
function withFixed(kind: string, metadata: object, spec: object, fixed: Readonly<Record<string, unknown>> = {}): Entity {
  const entity = { apiVersion: 'backstage.io/v1alpha1', kind, metadata: { name: '', ...metadata }, spec: { ...spec, profile: {} } }
  for (const [path, value] of Object.entries(fixed)) setAt(entity, path, structuredClone(value))
  return entity as Entity
}

function profileOf(entity: Entity, { displayName, email, picture }: Pick<Person, 'displayName' | 'email' | 'picture'>): object {
  const fixed = entity.spec?.['profile']
  return {
    ...(typeof fixed === 'object' && fixed),
    ...(displayName && { displayName }),
    ...(email && { email }),
    ...(picture && { picture }),
  }
}

/** Sets what the rules say, from fields of the record; a rule whose fields are all empty sets nothing. */
function withRules(entity: Entity, record: Readonly<Record<string, unknown>>, given: Readonly<Record<string, string>> = {}): Entity {
  const changed = structuredClone(entity) as unknown as Record<string, unknown>
  for (const [path, text] of Object.entries(given)) {
    let hasValue = !text.includes('{{')
    const value = text.replaceAll(/\{\{\s*([^}\s]+)\s*\}\}/g, (_, field: string) => {
      const found = fieldOf(record, field)
      hasValue ||= found !== ''
      return found
    })
    if (hasValue) setAt(changed, path, path === 'metadata.name' ? toEntityName(value) : value)
  }
  return changed as unknown as Entity
}

function fieldOf(record: Readonly<Record<string, unknown>>, field: string): string {
  const value =
    field in record
      ? record[field]
      : field.split('.').reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], record)
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' || typeof first === 'number' || typeof first === 'boolean' ? String(first) : ''
}

/** `metadata.annotations.acme.test/id`: what follows annotations or labels is one key. */
function setAt(entity: Record<string, unknown>, path: string, value: unknown): void {
  const keyed = /^(metadata)\.(annotations|labels)\.(.+)$/.exec(path)
  const keys = keyed ? keyed.slice(1) : path.split('.')
  let inner = entity
  for (const key of keys.slice(0, -1)) {
    if (typeof inner[key] !== 'object' || inner[key] === null) inner[key] = {}
    inner = inner[key] as Record<string, unknown>
  }
  inner[keys.at(-1) ?? ''] = value
}
