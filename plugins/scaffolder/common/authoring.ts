import { z } from 'zod'
import { JsonObject } from './task.ts'

/** How large an expression that is tried out, and its values, may be. */
export const expressionLimits = { source: 10_000, bytes: 100_000 } as const

/** What an expression gives; or where and why it fails. */
export const ExpressionResult = z.object({
  value: z.unknown().optional(),
  error: z
    .object({ message: z.string(), line: z.number().int().optional(), column: z.number().int().optional(), hint: z.string().optional() })
    .optional(),
})
export type ExpressionResult = z.output<typeof ExpressionResult>

export const TemplateFinding = z.object({
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  /** Where in the template, as `spec.steps[0].action`. */
  path: z.string(),
  /** The file beside the template that it is in. */
  file: z.string().optional(),
  /** Counted from 1. */
  line: z.number().int(),
})
export type TemplateFinding = z.output<typeof TemplateFinding>

/** The text of a template, read: the entity where there is one, and what is wrong with it. */
export const CheckedTemplate = z.object({ template: JsonObject.optional(), findings: z.array(TemplateFinding) })
export type CheckedTemplate = z.output<typeof CheckedTemplate>

/** The files beside a template, and which of them it is. */
export const TemplateFiles = z.object({
  templatePath: z.string(),
  files: z.array(z.object({ path: z.string(), base64Content: z.string() })),
  /** Files that were left out because there are too many, or too large. */
  skipped: z.array(z.string()),
})
export type TemplateFiles = z.output<typeof TemplateFiles>
