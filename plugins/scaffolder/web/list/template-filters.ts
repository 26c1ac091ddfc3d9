import { entityRefOf, entityTitle, ownersOf, type Entity } from '@portico/catalog/common'
import type { TemplateGroup } from '@portico/scaffolder/common'

/** What narrows the list of templates. */
export interface TemplateFilters {
  readonly words: string
  readonly types: readonly string[]
  readonly tags: readonly string[]
  readonly owners: readonly string[]
}

export function descriptionOf({ metadata }: Entity): string {
  return typeof metadata.description === 'string' ? metadata.description : ''
}

export function typeOf({ spec }: Entity): string {
  return typeof spec?.['type'] === 'string' ? spec['type'] : ''
}

export function tagsOf({ metadata }: Entity): readonly string[] {
  return Array.isArray(metadata.tags) ? metadata.tags : []
}

/** Whether a template matches: every word is found, and one value of each filter that has some. */
export function matchesFilters(entity: Entity, { words, types, tags, owners }: TemplateFilters): boolean {
  const whole = [entityTitle(entity), entity.metadata.name, descriptionOf(entity), typeOf(entity), ...tagsOf(entity)]
    .join(' ')
    .toLowerCase()
  const some = (wanted: readonly string[], has: readonly string[]) => wanted.length === 0 || wanted.some(each => has.includes(each))
  return (
    words
      .toLowerCase()
      .split(/\s+/)
      .every(word => whole.includes(word)) &&
    some(types, [typeOf(entity)]) &&
    some(tags, tagsOf(entity)) &&
    some(owners, ownersOf(entity))
  )
}

/** A heading of the list with its templates; undefined is the group of all others. */
export interface ShownGroup {
  readonly title: string | undefined
  readonly templates: readonly Entity[]
}

/** The list divided as the config says; without groups it is one. */
export function groupTemplates(templates: readonly Entity[], groups: readonly TemplateGroup[]): ShownGroup[] {
  const taken = new Set<string>()
  const shown = groups.map(group => {
    const own = templates.filter(entity => !taken.has(entityRefOf(entity)) && belongs(entity, group))
    for (const entity of own) taken.add(entityRefOf(entity))
    return { title: group.title, templates: own }
  })
  const others = templates.filter(entity => !taken.has(entityRefOf(entity)))
  return [...shown, { title: undefined, templates: others }].filter(each => each.templates.length > 0)
}

function belongs(entity: Entity, { types, tags, owners }: TemplateGroup): boolean {
  const some = (wanted: readonly string[] | undefined, has: readonly string[]) =>
    wanted === undefined || wanted.some(each => has.includes(each))
  return some(types, [typeOf(entity)]) && some(tags, tagsOf(entity)) && some(owners, ownersOf(entity))
}

/** Every value that occurs, with how often, the most frequent first. */
export function valuesOf(
  templates: readonly Entity[],
  read: (entity: Entity) => readonly string[],
): readonly [value: string, count: number][] {
  const counts = new Map<string, number>()
  for (const value of templates.flatMap(read)) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted(([left, a], [right, b]) => b - a || left.localeCompare(right))
}
