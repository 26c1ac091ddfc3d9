import { z } from 'zod'

/** A link that an entity's owners show on its page. */
export const EntityLink = z.looseObject({
  url: z.string(),
  title: z.string().optional(),
  icon: z.string().optional(),
  type: z.string().optional(),
})
export type EntityLink = z.output<typeof EntityLink>

/** What every entity says about itself, whatever its kind. Sources may add keys of their own. */
export const EntityMetadata = z.looseObject({
  name: z.string(),
  namespace: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  tags: z.array(z.string()).optional(),
  labels: z.record(z.string(), z.string()).optional(),
  annotations: z.record(z.string(), z.string()).optional(),
  links: z.array(EntityLink).optional(),
  uid: z.string().optional(),
  etag: z.string().optional(),
})
export type EntityMetadata = z.output<typeof EntityMetadata>

/** A tie from the entity that carries it to another one, which may not exist. */
export const EntityRelation = z.looseObject({ type: z.string(), targetRef: z.string() })
export type EntityRelation = z.output<typeof EntityRelation>

/** Something to know about how an entity got here, such as the error of its last processing. */
export const EntityStatusItem = z.looseObject({
  type: z.string(),
  level: z.enum(['info', 'warning', 'error']),
  message: z.string(),
  error: z.looseObject({ name: z.string(), message: z.string() }).optional(),
})
export type EntityStatusItem = z.output<typeof EntityStatusItem>

/** An entity as it crosses the wire. Loose: what a newer server adds is kept. */
export const Entity = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: EntityMetadata,
  spec: z.record(z.string(), z.unknown()).optional(),
  relations: z.array(EntityRelation).optional(),
  status: z.looseObject({ items: z.array(EntityStatusItem).optional() }).optional(),
})
export type Entity = z.output<typeof Entity>

/** The namespace of an entity that names none. */
export const defaultNamespace = 'default'

/** An entity and everything that led to it. */
export const EntityAncestry = z.object({
  rootEntityRef: z.string(),
  items: z.array(z.object({ entity: Entity, parentEntityRefs: z.array(z.string()) })),
})
export type EntityAncestry = z.output<typeof EntityAncestry>

/** How often each value of each facet asked for occurs. */
export const EntityFacets = z.object({ facets: z.record(z.string(), z.array(z.object({ value: z.string(), count: z.number().int() }))) })
export type EntityFacets = z.output<typeof EntityFacets>
