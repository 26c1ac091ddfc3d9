import type { HealthProblem } from '@portico/catalog/common'

/** What a problem is about, in a word: the entity, else the source. */
export function nameOf({ entityRef, source, id }: HealthProblem): string {
  return entityRef ?? source ?? id
}

/** A location ref as people read it: without the type in front of a path or an address. */
export function placeName(source: string): string {
  return source.replace(/^(file|url|git):/, '')
}
