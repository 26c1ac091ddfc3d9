import type { Entity } from './entity.ts'

/** What people call an entity: its title, or its name. */
export function entityTitle({ metadata }: Pick<Entity, 'metadata'>): string {
  return typeof metadata.title === 'string' && metadata.title !== '' ? metadata.title : metadata.name
}

/** The refs that relations of the types lead to, each once. */
export function relationTargets({ relations = [] }: Pick<Entity, 'relations'>, ...types: readonly string[]): string[] {
  return [...new Set(relations.filter(({ type }) => types.includes(type)).map(({ targetRef }) => targetRef))]
}

/** The refs of those who own an entity. */
export function ownersOf(entity: Pick<Entity, 'relations'>): string[] {
  return relationTargets(entity, 'ownedBy')
}
