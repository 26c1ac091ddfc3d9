import { z } from 'zod'
import { EntityMistake } from './explanation.ts'

/** What a preview takes at most; what is more is refused with these numbers. */
export const previewLimits = {
  /** Of all texts together, in characters. */
  characters: 2_000_000,
  files: 100,
  /** Entities that are compared and listed; those after them are counted. */
  entities: 1000,
  problems: 100,
} as const

const PreviewFile = z.strictObject({
  /** How the file is called, with the folders in front of it if there are any. */
  name: z.string().trim().min(1).max(500),
  text: z.string(),
})

/** What to look at: a location to be read, or texts as they would stand in files. */
export const PreviewInput = z.union([
  z.strictObject({ location: z.strictObject({ type: z.string().min(1).default('url'), target: z.string().min(1) }) }),
  z.strictObject({ files: z.array(PreviewFile).min(1) }),
])
export type PreviewInput = z.output<typeof PreviewInput>

const Fields = z.record(z.string(), z.unknown())

/** A relation of an entity that is looked at, and where its other end is. */
const PreviewRelation = z.object({ type: z.string(), targetRef: z.string(), end: z.enum(['catalog', 'preview', 'missing']) })

/** What would become of one document. */
export const EntityPreview = z.object({
  ref: z.string(),
  /** The file it stands in: the name that was given, or a location ref. */
  file: z.string(),
  line: z.number().int().optional(),
  /** `conflict`: another source holds the name, so this one would be refused. */
  state: z.enum(['new', 'changed', 'unchanged', 'conflict', 'invalid']),
  errors: z.array(EntityMistake),
  /** As it would be in the catalog, without what the catalog adds by itself. Left out where there is too much of it to show. */
  entity: Fields.optional(),
  /** As it is in the catalog now. */
  before: Fields.optional(),
  /** The location that holds the name now. */
  holder: z.string().optional(),
  relations: z.array(PreviewRelation),
  /** `catalog.rules` would not let it come from a file without a rule of that file's own. */
  needsRule: z.boolean().optional(),
  /** The text of a document that is wrong, where it was read from a location. Its first line has the number `line`. */
  text: z.string().optional(),
})
export type EntityPreview = z.output<typeof EntityPreview>

/** What would become of a location, or of files, with nothing stored. */
export const CatalogPreview = z.object({
  /** The location as it would be registered. */
  location: z.object({ type: z.string(), target: z.string(), isRegistered: z.boolean() }).optional(),
  /** The first of them, in the order of the files. */
  items: z.array(EntityPreview),
  total: z.number().int(),
  /** What is wrong and belongs to no entity: the first of them. */
  problems: z.array(EntityMistake),
  problemTotal: z.number().int(),
})
export type CatalogPreview = z.output<typeof CatalogPreview>
