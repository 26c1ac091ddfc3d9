import { z } from 'zod'

export const tryMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** A request that the server sends for a reader. */
export const TryRequest = z.object({
  method: z.enum(tryMethods),
  url: z.url().max(8000),
  headers: z.array(z.tuple([z.string().max(200), z.string().max(8000)])).max(50),
  body: z.string().max(1_000_000).optional(),
})
export type TryRequest = z.output<typeof TryRequest>

/** What the target answered. */
export const TryReply = z.object({
  status: z.number().int(),
  statusText: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  durationMs: z.number(),
  /** As text; absent where it is not text. */
  body: z.string().optional(),
  bytes: z.number().int(),
  /** Only the beginning is here. */
  isCut: z.boolean(),
})
export type TryReply = z.output<typeof TryReply>

/** Where requests of readers may go: an address and all below it. */
export const TryTarget = z.object({ url: z.string(), methods: z.array(z.enum(tryMethods)) })
export type TryTarget = z.output<typeof TryTarget>
