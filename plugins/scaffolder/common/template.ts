import { showPath, type Problem } from '@portico/core/common'
import { z } from 'zod'
import { JsonObject, type TaskStep } from './task.ts'

/** How large a template may be. */
export const templateLimits = { steps: 1000, pages: 100 } as const

export const templateApiVersion = 'scaffolder.backstage.io/v1beta3'

const Tags = z.looseObject({ tags: z.array(z.string()).optional() })

const TemplateStep = z.looseObject({
  id: z.string().min(1).optional(),
  name: z.string().optional(),
  action: z.string().min(1),
  input: JsonObject.optional(),
  if: z.union([z.string(), z.boolean()]).optional(),
  each: z.unknown().optional(),
  'backstage:permissions': Tags.optional(),
  approval: z.unknown().optional(),
})

const TemplatePage = z.looseObject({
  title: z.string().optional(),
  description: z.string().optional(),
  'backstage:permissions': Tags.optional(),
})
export type TemplatePage = z.output<typeof TemplatePage>

/** As much of a Template entity as the scaffolder reads. */
export const Template = z.looseObject({
  apiVersion: z.literal(templateApiVersion),
  kind: z.string().regex(/^template$/i, "expected 'Template'"),
  metadata: z.looseObject({
    name: z.string(),
    namespace: z.string().optional(),
    title: z.string().optional(),
    description: z.string().optional(),
    annotations: z.record(z.string(), z.string()).optional(),
  }),
  spec: z.looseObject({
    parameters: z.union([TemplatePage, z.array(TemplatePage).max(templateLimits.pages)]).optional(),
    steps: z.array(TemplateStep).max(templateLimits.steps, `has more than ${templateLimits.steps} steps`),
    output: JsonObject.optional(),
    secrets: z
      .looseObject({
        schema: JsonObject.optional(),
        /** Secrets that debug:log and the output may use: what expressions make of them may show there. */
        inLogs: z.array(z.string().min(1)).max(100).optional(),
      })
      .optional(),
    presentation: z.unknown().optional(),
    formDecorators: z.array(z.unknown()).optional(),
    EXPERIMENTAL_formDecorators: z.array(z.unknown()).optional(),
    EXPERIMENTAL_recovery: z.looseObject({ EXPERIMENTAL_strategy: z.enum(['none', 'startOver']).optional() }).optional(),
    approval: z.unknown().optional(),
  }),
})
export type Template = z.output<typeof Template>

/** A template that is read from an entity or a file; or everything that is wrong with it. */
export function readTemplate(entity: unknown): { readonly template: Template } | { readonly problems: readonly Problem[] } {
  const parsed = Template.safeParse(entity)
  if (!parsed.success)
    return {
      problems: parsed.error.issues.map(issue => {
        const path = issue.path.map(key => (typeof key === 'number' ? key : String(key)))
        return { path, message: path.length === 0 ? issue.message : `${showPath(path)}: ${issue.message}` }
      }),
    }
  const ids = parsed.data.spec.steps.map((step, at) => step.id ?? `step-${at + 1}`)
  const twice = ids.find((id, at) => ids.indexOf(id) !== at)
  if (twice !== undefined) return { problems: [{ path: ['spec', 'steps'], message: `spec.steps: two steps have the id '${twice}'` }] }
  return { template: parsed.data }
}

/** The pages of the form, as a list. */
export function pagesOf({ spec }: Pick<Template, 'spec'>): TemplatePage[] {
  if (spec.parameters === undefined) return []
  return Array.isArray(spec.parameters) ? spec.parameters : [spec.parameters]
}

/** The steps with the ids and names that they have when they say none. */
export function stepsOf({ spec }: Pick<Template, 'spec'>): TaskStep[] {
  return spec.steps.map((step, at) => ({ ...step, id: step.id ?? `step-${at + 1}`, name: step.name ?? step.action }))
}

/** The tags by which a page or a step is permitted. */
export function tagsOf(part: object): readonly string[] {
  const found = Tags.safeParse((part as Record<string, unknown>)['backstage:permissions'])
  return found.success ? (found.data.tags ?? []) : []
}
