import { defineContract, get, post } from '@portico/core/common'
import { z } from 'zod'
import { Condition } from './condition.ts'
import { Refusal } from './refusal.ts'

/** The maximum number of checks of one request. */
export const maxItems = 1_000
/** The maximum number of resources of all checks of one request. */
export const maxRefs = 10_000

const name = z.string().min(1).max(200)
const resourceRef = z.string().max(1000)
const attributes = z.object({ action: z.enum(['create', 'read', 'update', 'delete']).optional() }).default({})

/** One query: may I do this, and to these? */
export const Check = z
  .object({
    id: z.string().max(200),
    permission: z.discriminatedUnion('type', [
      z.object({ type: z.literal('basic'), name, attributes }),
      z.object({ type: z.literal('resource'), name, attributes, resourceType: name }),
    ]),
    resourceRef: z.union([resourceRef, z.array(resourceRef).min(1).max(maxRefs)]).optional(),
  })
  .refine(({ permission, resourceRef }) => permission.type === 'resource' || resourceRef === undefined, {
    path: ['resourceRef'],
    error: 'only a resource permission can name a resource',
  })
export type Check = z.output<typeof Check>

const Verdict = z.enum(['ALLOW', 'DENY'])

/** One answer; a list answers a list of resources, in their order. */
export const Answer = z.union([
  z.object({ id: z.string(), result: z.union([Verdict, z.array(Verdict)]) }),
  z.object({ id: z.string(), result: z.literal('CONDITIONAL'), pluginId: z.string(), resourceType: z.string(), conditions: Condition }),
])
export type Answer = z.output<typeof Answer>

export const permissionApi = defineContract('permission', {
  authorize: post('/authorize', {
    access: 'user',
    reads: true,
    summary: 'Whether the calling user may do things',
    body: z.object({ items: z.array(Check).max(maxItems) }),
    bodyLimit: 1_000_000,
    reply: z.object({ items: z.array(Answer) }),
  }),
  getRefusal: get('/refusal', {
    access: 'user',
    summary: 'Which roles carry a permission, for the calling user who lacks it',
    query: z.object({ permission: name, resourceRef: resourceRef.optional() }),
    reply: Refusal,
  }),
  getHealth: get('/health', {
    access: 'public',
    summary: 'Whether the service is available',
    reply: z.object({ status: z.literal('ok') }),
  }),
})
