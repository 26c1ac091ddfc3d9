import type { Entity } from '@portico/catalog/common'
import { AppError, unavailableError } from '@portico/core/common'
import type { Logger } from '@portico/core/server'
import { randomUUID } from 'node:crypto'

export interface ProvidedEntity {
  readonly entity: Entity
  /** Who holds the name, if a provider gathers from several systems. */
  readonly locationKey?: string | undefined
  /** Why the entity could not be handed over; then it has only its name. */
  readonly failure?: string | undefined
}

/** What changed at a provider: everything it has, or the differences. */
export type Mutation =
  | { readonly type: 'full'; readonly entities: readonly ProvidedEntity[] }
  | {
      readonly type: 'delta'
      readonly added: readonly ProvidedEntity[]
      /** Refs, or entities that carry them. */
      readonly removed: readonly (string | { readonly entity: Entity } | { readonly entityRef: string })[]
    }

/** What a provider is given to work with. */
export interface ProviderConnection {
  /** Brings the catalog in line. Resolves when it is written. */
  applyMutation(mutation: Mutation): Promise<void>
  /** Has everything read again that depends on these keys (`url:…`, `file:…`, or one that a processor gave). */
  refresh(keys: readonly string[]): Promise<void>
  readonly log: Logger
}

/** Brings entities in that are written in no file: from a directory of people, a cluster, another catalog. */
export interface EntityProvider {
  /** Stands for its entities for ever: those of a provider that is not there any more are removed. */
  readonly name: string
  connect(connection: ProviderConnection): void | Promise<void>
}

/** A part of a mutation, small enough to be handed to another thread. */
export interface MutationPart {
  readonly provider: string
  readonly run: string
  readonly isFull: boolean
  readonly isFirst: boolean
  readonly isLast: boolean
  /** JSON of a list of provided entities. */
  readonly entities: string
  readonly removed: readonly string[]
}

const partSize = 500
const maxAttempts = 3

/** The thread that was at work is gone; another takes its place. */
export function readingInterrupted() {
  return unavailableError('The reading of the catalog was interrupted, and begins anew', { code: 'catalog.reading-interrupted' })
}

/** Sends a mutation in parts, and from the beginning when that is interrupted. */
export async function applyWhole(
  host: { applyMutation(part: MutationPart): Promise<void> },
  provider: string,
  mutation: Mutation,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      for (const part of partsOf(provider, randomUUID(), mutation)) await host.applyMutation(part)
      return
    } catch (error) {
      const isInterrupted = error instanceof AppError && error.code === 'catalog.reading-interrupted'
      if (!isInterrupted || attempt === maxAttempts) throw error
    }
  }
}

/** Cuts a mutation into parts. */
export function* partsOf(provider: string, run: string, mutation: Mutation): Generator<MutationPart> {
  const isFull = mutation.type === 'full'
  const entities = mutation.type === 'full' ? mutation.entities : mutation.added
  const removed = mutation.type === 'full' ? [] : mutation.removed.map(refOf)
  for (let at = 0; at === 0 || at < entities.length; at += partSize) {
    const isLast = at + partSize >= entities.length
    const part = `[${entities
      .slice(at, at + partSize)
      .map(toText)
      .join(',')}]`
    yield { provider, run, isFull, isFirst: at === 0, isLast, entities: part, removed: isLast ? removed : [] }
  }
}

/** An entity as JSON. One that is no JSON, as it holds itself or is nested without end, says so instead. */
function toText(provided: ProvidedEntity): string {
  try {
    return JSON.stringify(provided)
  } catch (error) {
    const { kind, metadata } = provided.entity
    const entity = { kind: String(kind), metadata: { name: String(metadata?.name), namespace: String(metadata?.namespace ?? 'default') } }
    return JSON.stringify({ entity, failure: `It cannot be written as JSON: ${error instanceof Error ? error.message : String(error)}` })
  }
}

function refOf(given: string | { readonly entity: Entity } | { readonly entityRef: string }): string {
  if (typeof given === 'string') return given.toLowerCase()
  if ('entityRef' in given) return given.entityRef.toLowerCase()
  const { kind, metadata } = given.entity
  return `${kind}:${metadata.namespace ?? 'default'}/${metadata.name}`.toLowerCase()
}
