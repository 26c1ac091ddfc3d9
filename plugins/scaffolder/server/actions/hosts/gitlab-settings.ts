import { z } from 'zod'
import { expectAnswer, type PublishDependencies } from '../../publishing/publishing.ts'
import type { ActionContext } from '../action.ts'
import type { MadeRepository } from './github-settings.ts'

const branch = z.object({ name: z.string(), create: z.boolean().optional(), protect: z.boolean().optional(), ref: z.string().optional() })

const variable = z.object({
  key: z.string(),
  value: z.string(),
  description: z.string().optional(),
  variable_type: z.enum(['env_var', 'file']).optional(),
  protected: z.boolean().optional(),
  masked: z.boolean().optional(),
  masked_and_hidden: z.boolean().optional(),
  raw: z.boolean().optional(),
  environment_scope: z.string().optional(),
})

/** The inputs of publish:gitlab beyond those of all hosts. */
export const gitlabInputs = {
  topics: z.array(z.string()).optional(),
  settings: z.record(z.string(), z.unknown()).optional().describe("Fields of the project in GitLab's own words"),
  branches: z.array(branch).optional(),
  projectVariables: z.array(variable).optional(),
}

export function gitlabSettings(input: Record<string, unknown>): Record<string, unknown> {
  return { ...(input['topics'] !== undefined && { topics: input['topics'] }), ...(input['settings'] as object | undefined) }
}

/** Branches and variables. What the host refuses there is a warning: the project is made. */
export async function configureGitlab(
  { repositories }: PublishDependencies,
  { input, warn }: Pick<ActionContext, 'input' | 'warn'>,
  { ref, options, id, branch: main }: MadeRepository,
): Promise<void> {
  const { branches = [], projectVariables = [] } = input as z.output<z.ZodObject<typeof gitlabInputs>>
  async function attempt(what: string, path: string, body: unknown): Promise<void> {
    try {
      expectAnswer(
        await repositories.call(ref, { method: 'POST', path: `/projects/${encodeURIComponent(id)}${path}`, body }, options),
        what,
      )
    } catch (error) {
      options.signal?.throwIfAborted()
      warn(`${what} failed: ${(error as Error).message}`)
    }
  }
  for (const each of branches) {
    if (each.create) await attempt(`Creating the branch ${each.name}`, '/repository/branches', { branch: each.name, ref: each.ref ?? main })
    if (each.protect) await attempt(`Protecting the branch ${each.name}`, '/protected_branches', { name: each.name })
  }
  for (const each of projectVariables) await attempt(`Setting the variable ${each.key}`, '/variables', { environment_scope: '*', ...each })
}
