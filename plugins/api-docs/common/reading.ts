import { z } from 'zod'
import type { Part } from './parts/part.ts'

/** What a definition is written in. `text` is anything that is only shown. */
export const definitionFormats = ['openapi', 'asyncapi', 'graphql', 'grpc', 'json-schema', 'text'] as const
export type DefinitionFormat = (typeof definitionFormats)[number]

export const itemKinds = ['operation', 'webhook', 'channel', 'message', 'field', 'service', 'method', 'type', 'schema'] as const
export type ItemKind = (typeof itemKinds)[number]

/** An entry of the list beside a definition: an operation, a message, a type. */
export const OutlineItem = z.object({
  /** Stays the same as long as the thing is the same: `operation POST /bookings`, `message BookingCancelled`, `type Booking`. See `itemId`. */
  id: z.string(),
  kind: z.enum(itemKinds),
  /** As people say it: `POST /bookings`, `BookingCancelled`. */
  label: z.string(),
  /** A word in front of the label: `POST`, `SEND`, `QUERY`, `ENUM`. */
  method: z.string().optional(),
  summary: z.string().optional(),
  /** The ids of groups; the first is where it stands. */
  groups: z.array(z.string()),
  /** Further words by which it is found, such as the operation id. */
  words: z.string().optional(),
  isDeprecated: z.boolean().optional(),
})
export type OutlineItem = z.output<typeof OutlineItem>

/** A heading of the list: a tag, a service, a kind of types. In the order in which it is shown. */
export const OutlineGroup = z.object({ id: z.string(), title: z.string(), description: z.string().optional() })
export type OutlineGroup = z.output<typeof OutlineGroup>

export const problemSeverities = ['error', 'warning', 'hint'] as const

/** Something that is wrong with a definition, or that its readers miss. */
export const DefinitionProblem = z.object({
  severity: z.enum(problemSeverities),
  /** Which rule says so: `syntax`, `invalid`, `reference-missing`, `no-description`. */
  rule: z.string(),
  message: z.string(),
  /** From 1, in the definition's own text. */
  line: z.number().int().optional(),
  column: z.number().int().optional(),
  /** The id of the item that it is in. */
  item: z.string().optional(),
})
export type DefinitionProblem = z.output<typeof DefinitionProblem>

/** Counts for lists, scorecards and other plugins. */
export const DefinitionCounts = z.object({
  /** Of items, by kind. */
  items: z.partialRecord(z.enum(itemKinds), z.number().int()),
  deprecated: z.number().int(),
  /** Of problems, all of them, also where only the first are listed. */
  errors: z.number().int(),
  warnings: z.number().int(),
  hints: z.number().int(),
  rules: z.record(z.string(), z.number().int()),
})
export type DefinitionCounts = z.output<typeof DefinitionCounts>

/** A definition without its parts. */
export const Outline = z.object({
  format: z.enum(definitionFormats),
  /** Of the format: `3.1.0`. */
  formatVersion: z.string().optional(),
  title: z.string().optional(),
  /** Of the API, as its definition says it. */
  version: z.string().optional(),
  groups: z.array(OutlineGroup),
  items: z.array(OutlineItem),
  counts: DefinitionCounts,
  /** Why nothing, or not everything, could be read. */
  failure: z.string().optional(),
})
export type Outline = z.output<typeof Outline>

/** All that is known about a definition after it has been read once. */
export interface Reading {
  readonly outline: Outline
  /** By id. Those of the outline's items, `about`, and schemas that parts refer to. */
  readonly parts: Readonly<Record<string, Part>>
  readonly problems: readonly DefinitionProblem[]
}

/** The id of the part that says what holds for the whole definition. Every reading has it. */
export const aboutId = 'about'

/** `itemId('operation', 'POST /bookings')`. Keys: `METHOD /path` for operations, `METHOD name` for webhooks, `Type.field` for fields, full names for gRPC. */
export function itemId(kind: ItemKind, key: string): string {
  return `${kind} ${key}`
}
