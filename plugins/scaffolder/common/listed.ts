import { z } from 'zod'
import { JsonObject } from './task.ts'

const Example = z.object({ description: z.string().optional(), example: z.string(), notes: z.string().optional() })

/** An installed action. Beyond id, description, examples and schema it says what a run of it means. */
export const ListedAction = z.object({
  id: z.string(),
  description: z.string().optional(),
  examples: z.array(Example).optional(),
  schema: z.object({ input: JsonObject.optional(), output: JsonObject.optional() }).optional(),
  supportsDryRun: z.boolean(),
  /** Whether running it again with the same input does no harm. */
  isIdempotent: z.boolean(),
  canUndo: z.boolean(),
})
export type ListedAction = z.output<typeof ListedAction>

export const ParameterSchema = z.object({
  title: z.string(),
  description: z.string().optional(),
  presentation: z.unknown().optional(),
  'ui:options': z.unknown().optional(),
  steps: z.array(z.object({ title: z.string(), description: z.string().optional(), schema: JsonObject })),
  formDecorators: z.array(z.unknown()).optional(),
})
export type ParameterSchema = z.output<typeof ParameterSchema>

const DocumentedFilter = z.object({
  description: z.string().optional(),
  schema: z.object({ input: JsonObject.optional(), arguments: z.array(JsonObject).optional(), output: JsonObject.optional() }).optional(),
  examples: z.array(Example).optional(),
})

export const TemplatingExtensions = z.object({
  filters: z.record(z.string(), DocumentedFilter),
  globals: z.object({
    functions: z.record(z.string(), DocumentedFilter),
    values: z.record(z.string(), z.object({ value: z.unknown(), description: z.string().optional() })),
  }),
})
export type TemplatingExtensions = z.output<typeof TemplatingExtensions>
