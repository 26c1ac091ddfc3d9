import { z } from 'zod'
import { Entity } from './entity.ts'
import { EntityMistake } from './explanation.ts'

/** A registered location that entities are read from, and the entity that stands for it. */
export const Location = z.object({
  id: z.string(),
  type: z.string(),
  target: z.string(),
  entityRef: z.string().optional(),
  /** When it was last taken up to be read; absent where that is still to come. */
  lastReadAt: z.iso.datetime({ offset: true }).optional(),
  /** Why it could not be read the last time. */
  error: EntityMistake.optional(),
})
export type Location = z.output<typeof Location>

/** What came of registering a location. Entities are listed, and `exists` is said, by a dry run only. */
export const AddedLocation = z.object({ location: Location, entities: z.array(Entity), exists: z.boolean().optional() })
export type AddedLocation = z.output<typeof AddedLocation>

const LocationTarget = z.object({ type: z.string(), target: z.string() })

/** An entity as far as it could be guessed from a repository. */
export const PartialEntity = z.looseObject({
  apiVersion: z.string().optional(),
  kind: z.string().optional(),
  metadata: z.looseObject({ name: z.string().optional() }).optional(),
  spec: z.record(z.string(), z.unknown()).optional(),
})
export type PartialEntity = z.output<typeof PartialEntity>

/** What a location holds: entity files that are there, else an entity to begin with. */
export const LocationAnalysis = z.object({
  existingEntityFiles: z.array(z.object({ location: LocationTarget, isRegistered: z.boolean(), entity: Entity })),
  generateEntities: z.array(
    z.object({
      entity: PartialEntity,
      fields: z.array(
        z.object({
          field: z.string(),
          state: z.enum(['analysisSuggestedValue', 'analysisSuggestedNoValue', 'needsUserInput']),
          value: z.string().nullable(),
          description: z.string(),
        }),
      ),
    }),
  ),
})
export type LocationAnalysis = z.output<typeof LocationAnalysis>

/** Something that is not in the catalog yet: it failed, or it waits. */
export const UnprocessedEntity = z.looseObject({
  entity_id: z.string(),
  entity_ref: z.string(),
  unprocessed_entity: z.unknown(),
  location_key: z.string().optional(),
  next_update_at: z.string().optional(),
  last_discovery_at: z.string().optional(),
  errors: z.array(z.looseObject({ name: z.string(), message: z.string() })).optional(),
})
export type UnprocessedEntity = z.output<typeof UnprocessedEntity>
