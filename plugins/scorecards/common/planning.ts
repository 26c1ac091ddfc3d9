import { z } from 'zod'
import { CheckSeverity, DocumentKind, DocumentProblem, DocumentSource, DocumentState } from './document.ts'
import { ResultInput, ResultState, Score, StateCounts } from './result.ts'
import { Cause } from './views.ts'

const count = z.number().int()
const text = z.string()

/** A document in lists of the editor. */
export const StoredDocument = z.object({
  kind: DocumentKind,
  name: text,
  title: text,
  state: DocumentState,
  owner: text,
  source: DocumentSource,
  /** Only documents of the portal are changed here; others by a pull request at their source. */
  isEditable: z.boolean(),
  problems: z.array(DocumentProblem),
})
export type StoredDocument = z.output<typeof StoredDocument>

export const Flip = z.object({
  entityRef: text,
  title: text,
  owner: text.optional(),
  check: text,
  from: ResultState.optional(),
  to: ResultState.optional(),
  reason: text.optional(),
  inputs: z.array(ResultInput),
})
export type Flip = z.output<typeof Flip>

/** What a draft would change, before anybody sees it. */
export const WhatIf = z.object({
  problems: z.array(DocumentProblem),
  /** Absent where the text cannot be read. */
  kind: DocumentKind.optional(),
  name: text.optional(),
  entities: count,
  now: StateCounts,
  after: StateCounts,
  /** Of a scorecard: entities by level, '' is none. */
  levelsNow: z.record(text, count).optional(),
  levelsAfter: z.record(text, count).optional(),
  owners: z.array(z.object({ key: text, title: text, entities: count, now: StateCounts, after: StateCounts })),
  flips: z.array(Flip),
  totalFlips: count,
  causes: z.array(Cause),
  tookMs: z.number(),
})
export type WhatIf = z.output<typeof WhatIf>

/** What an editor offers. */
export const Completions = z.object({
  facts: z.array(
    z.object({
      name: text,
      title: text,
      type: text,
      unit: text.optional(),
      description: text.optional(),
      source: text,
      states: z.array(text).optional(),
    }),
  ),
  fields: z.array(z.object({ name: text, description: text })),
  functions: z.array(z.object({ name: text, signature: text, description: text })),
  checks: z.array(z.object({ name: text, title: text })),
})
export type Completions = z.output<typeof Completions>

export const Pack = z.object({
  name: text,
  title: text,
  description: text,
  isChosen: z.boolean(),
  checks: z.array(z.object({ name: text, title: text, description: text.optional(), severity: CheckSeverity, isChosen: z.boolean() })),
})
export type Pack = z.output<typeof Pack>

/** What a changed entity would flip. */
export const EntityPreview = z.object({
  entityRef: text,
  /** It is not in the catalog yet. */
  isNew: z.boolean(),
  now: Score,
  after: Score,
  flips: z.array(Flip),
  levels: z.array(z.object({ scorecard: text, title: text, from: text.optional(), to: text.optional() })),
})
export type EntityPreview = z.output<typeof EntityPreview>
