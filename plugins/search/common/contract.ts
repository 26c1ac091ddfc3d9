import { defineContract, get, post } from '@portico/core/common'
import { z } from 'zod'
import { indexReadPermission, indexRunPermission } from './permissions.ts'

/** Where the words that were found stand between tags. */
export const ResultHighlight = z.object({
  preTag: z.string(),
  postTag: z.string(),
  fields: z.object({ title: z.string().optional(), text: z.string().optional() }),
})
export type ResultHighlight = z.output<typeof ResultHighlight>

/** A document as clients see it. */
export const ResultDocument = z.looseObject({ title: z.string(), text: z.string(), location: z.string() })
export type ResultDocument = z.output<typeof ResultDocument>

/** Why a result is where it is. */
export const ResultExplanation = z.object({
  score: z.number(),
  parts: z.array(z.object({ word: z.string(), matched: z.string(), how: z.string(), field: z.string(), score: z.number() })),
  factors: z.record(z.string(), z.number()),
})
export type ResultExplanation = z.output<typeof ResultExplanation>

/** One result. */
export const SearchResult = z.object({
  type: z.string(),
  document: ResultDocument,
  rank: z.number().int(),
  highlight: ResultHighlight.optional(),
  explanation: ResultExplanation.optional(),
})
export type SearchResult = z.output<typeof SearchResult>

/** A page of results. */
export const ResultSet = z.object({
  results: z.array(SearchResult),
  /** Absent where it could not be found out in time what the caller may see. */
  numberOfResults: z.number().int().optional(),
  nextPageCursor: z.string().optional(),
  previousPageCursor: z.string().optional(),
})
export type ResultSet = z.output<typeof ResultSet>

/** How many documents there are, by type and by the values of fields. */
export const ResultFacets = z.object({
  types: z.array(z.object({ type: z.string(), count: z.number().int() })),
  fields: z.record(z.string(), z.array(z.object({ value: z.string(), count: z.number().int() }))),
  /** False where the numbers are lower bounds. */
  complete: z.boolean(),
})
export type ResultFacets = z.output<typeof ResultFacets>

/** The documents of one type, for those who run the portal. Times are ISO texts. */
export const TypeStatus = z.object({
  type: z.string(),
  documents: z.number().int(),
  bytes: z.number().int(),
  changedAt: z.string().optional(),
  running: z.boolean(),
  startedAt: z.string().optional(),
  tookMs: z.number().optional(),
  result: z.enum(['completed', 'empty', 'failed']).optional(),
  error: z.string().optional(),
  changed: z.number().int(),
  refused: z.number().int(),
  refusal: z.string().optional(),
  succeededAt: z.string().optional(),
})
export type TypeStatus = z.output<typeof TypeStatus>

/** A query of the last day. Who asked is not kept. */
export const LoggedQuery = z.object({
  term: z.string(),
  asked: z.number().int(),
  empty: z.number().int(),
  slowestMs: z.number(),
})
export type LoggedQuery = z.output<typeof LoggedQuery>

/** The index, for those who run the portal. */
export const IndexStatus = z.object({
  engine: z.string(),
  /** Of the index of the replica that answered. */
  indexBytes: z.number().optional(),
  types: z.array(TypeStatus),
  slowest: z.array(LoggedQuery),
  emptiest: z.array(LoggedQuery),
})
export type IndexStatus = z.output<typeof IndexStatus>

const termQuery = z.looseObject({ term: z.string().optional() })

export const searchApi = defineContract('search', {
  query: get('/query', {
    access: 'signed-in',
    summary: 'Finds documents by term, types and filters, a page at a time',
    query: termQuery.extend({
      pageCursor: z.string().optional(),
      pageLimit: z.coerce.number().int().min(0).optional(),
      explain: z.enum(['true', 'false']).optional(),
    }),
    reply: ResultSet,
  }),
  getFacets: get('/facets', {
    access: 'signed-in',
    summary: 'Counts what a query finds, by type and by the values of fields',
    query: termQuery,
    reply: ResultFacets,
  }),
  listTypes: get('/types', {
    access: 'signed-in',
    summary: 'The types that can be searched, with how many documents of each the caller may see',
    reply: z.object({ types: z.array(z.object({ type: z.string(), count: z.number().int() })) }),
  }),
  getStatus: get('/status', {
    access: { permission: indexReadPermission },
    summary: 'How the index is: documents, runs, size, slow and empty queries',
    reply: IndexStatus,
  }),
  runType: post('/types/:type/run', {
    access: { permission: indexRunPermission },
    summary: 'Reads the documents of a type again as soon as possible',
  }),
})
