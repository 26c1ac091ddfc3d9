import type { CatalogPreview, EntityMistake } from '@portico/catalog/common'
import type { EditorMark } from '@portico/ui'

/** Every mistake of a preview: those of entities, then those of no entity. */
export function mistakesOf({ items, problems }: Pick<CatalogPreview, 'items' | 'problems'>): EntityMistake[] {
  return [...items.flatMap(({ errors }) => errors), ...problems]
}

/** The mistakes of one file, for an editor. */
export function toMarks(preview: Pick<CatalogPreview, 'items' | 'problems'>, file: string): EditorMark[] {
  return mistakesOf(preview).flatMap(({ location, line, message }) => (location === file && line !== undefined ? [{ line, message }] : []))
}
