import { defineContract, get, post } from '@portico/core/common'
import { z } from 'zod'
import { DefinitionDiff, DefinitionVersion } from './changes.ts'
import type { Part } from './parts/part.ts'
import { DefinitionCounts, definitionFormats, DefinitionProblem, Outline } from './reading.ts'
import { TryReply, TryRequest, TryTarget } from './try.ts'

/** How many parts may be asked for at once. */
export const maxParts = 50

/** An older version, by its id; the current one where none is named. */
const OfVersion = z.object({ version: z.string().max(100).optional() })

/** An outline with what is known about the definition's text. */
export const DefinitionOutline = Outline.extend({
  /** Names this version of the text: parts are asked for with it. */
  id: z.string(),
  /** `spec.type`. */
  type: z.string(),
  bytes: z.number().int(),
})
export type DefinitionOutline = z.output<typeof DefinitionOutline>

/** Of how many definitions counts may be asked for at once. */
export const maxCounted = 1000

/** What lists say of a definition. */
export const CountedDefinition = z.object({
  entityRef: z.string(),
  format: z.enum(definitionFormats),
  /** As the definition says it: `4.2.0`. */
  version: z.string().optional(),
  counts: DefinitionCounts,
})
export type CountedDefinition = z.output<typeof CountedDefinition>

/** The routes of API definitions. Who may not read the entity finds nothing. */
export const apiDocsApi = defineContract('api-docs', {
  getOutline: get('/definitions/:namespace/:kind/:name', {
    access: 'signed-in',
    summary: 'What a definition holds: its operations, messages and types, without their details',
    query: OfVersion,
    reply: DefinitionOutline,
  }),
  getParts: get('/definitions/:namespace/:kind/:name/parts', {
    access: 'signed-in',
    summary: 'Some parts of a definition, by id; those that are not there are left out',
    query: OfVersion.extend({ id: z.union([z.string(), z.array(z.string()).max(maxParts)]) }),
    reply: z.object({ parts: z.record(z.string(), z.custom<Part>()) }),
  }),
  listProblems: get('/definitions/:namespace/:kind/:name/problems', {
    access: 'signed-in',
    summary: 'What is wrong with a definition, and what its readers miss; the first of each rule, with counts of all',
    query: OfVersion,
    reply: z.object({ problems: z.array(DefinitionProblem), counts: DefinitionCounts }),
  }),
  getText: get('/definitions/:namespace/:kind/:name/text', {
    access: 'cookie',
    raw: true,
    summary: 'The text of a definition, as plain text',
    query: OfVersion.extend({ download: z.string().optional() }),
  }),
  listCounts: post('/counts', {
    access: 'signed-in',
    summary: 'Counts of the definitions of many APIs, as far as they have been read',
    body: z.object({ entityRefs: z.array(z.string().max(500)).max(maxCounted) }),
    reply: z.object({ items: z.array(CountedDefinition) }),
  }),
  listVersions: get('/definitions/:namespace/:kind/:name/versions', {
    access: 'signed-in',
    summary: 'The versions of a definition that the history of the catalog has, the newest first',
    reply: z.object({ items: z.array(DefinitionVersion) }),
  }),
  compareVersions: get('/definitions/:namespace/:kind/:name/changes', {
    access: 'signed-in',
    summary: 'What changed between two versions, and what it means for those who use the API',
    query: z.object({ from: z.string().max(100), to: z.string().max(100) }),
    reply: DefinitionDiff,
  }),
  listTryTargets: get('/definitions/:namespace/:kind/:name/targets', {
    access: 'signed-in',
    summary: 'Where the caller may send requests to from the page of this API',
    reply: z.object({ items: z.array(TryTarget) }),
  }),
  tryRequest: post('/definitions/:namespace/:kind/:name/try', {
    access: 'user',
    guests: 'refused',
    summary: 'Sends a request to an address that apiDocs.try.targets allows, and answers with the reply',
    bodyLimit: 1_200_000,
    noStore: true,
    body: TryRequest,
    reply: TryReply,
  }),
})
