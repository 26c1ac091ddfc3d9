import type { RepositoryRef, WriteOptions } from '@portico/integrations/server'
import { z } from 'zod'
import { expectAnswer, type PublishDependencies } from '../../publishing/publishing.ts'
import type { ActionContext } from '../action.ts'
import type { MadeRepository } from './github-settings.ts'

const ownerLevel = 50

const branch = z.object({
  name: z.string().describe('The name of the branch'),
  create: z.boolean().optional().describe('Makes it'),
  protect: z.boolean().optional().describe('Protects it'),
  ref: z.string().optional().describe('The branch it begins at; the default one by default'),
})

const variable = z.object({
  key: z.string().describe('The name of the variable'),
  value: z.string().describe('What it is'),
  description: z.string().optional().describe('What it is for'),
  variable_type: z.enum(['env_var', 'file']).optional().describe('Whether it is a text, or a file with that text'),
  protected: z.boolean().optional().describe('Only protected branches and tags get it'),
  masked: z.boolean().optional().describe('Logs do not show it'),
  masked_and_hidden: z.boolean().optional().describe('Neither logs nor settings show it'),
  raw: z.boolean().optional().describe('$ in it means nothing'),
  environment_scope: z.string().optional().describe('The environments that get it; * is all'),
})

/** The inputs of publish:gitlab beyond those of all hosts. */
export const gitlabInputs = {
  sourcePath: z
    .union([z.string(), z.literal(false)])
    .optional()
    .describe('The folder of the workspace that is published; false: nothing is pushed'),
  skipExisting: z.boolean().optional().describe('A project that exists already is left as it is, and no error'),
  setUserAsOwner: z.boolean().optional().describe('Makes the user of the token an owner of the project'),
  ownerUsername: z.string().optional().describe('The name of a user who becomes an owner of the project'),
  topics: z.array(z.string()).optional().describe('The topics of the project'),
  settings: z.record(z.string(), z.unknown()).optional().describe("Fields of the project in GitLab's own words"),
  branches: z.array(branch).optional().describe('Branches that are made or protected'),
  projectVariables: z.array(variable).optional().describe('Variables of its pipelines'),
}

/** The path of a project, or the id that a location names in place of it. */
export function projectOf({ owner = '', repo, project }: RepositoryRef): string {
  return project !== undefined && !(owner && repo) ? project : `${owner}/${repo}`
}

export function gitlabSettings(input: Record<string, unknown>): Record<string, unknown> {
  return { ...(input['topics'] !== undefined && { topics: input['topics'] }), ...(input['settings'] as object | undefined) }
}

/** Owners, branches and variables. What the host refuses there is a warning: the project is made. */
export async function configureGitlab(
  { repositories }: PublishDependencies,
  { input, warn }: Pick<ActionContext, 'input' | 'warn'>,
  { ref, options, id, branch: main }: MadeRepository,
): Promise<void> {
  const { branches = [], projectVariables = [], setUserAsOwner, ownerUsername } = input as z.output<z.ZodObject<typeof gitlabInputs>>
  async function attempt(what: string, path: string, body: unknown, given: WriteOptions = options): Promise<void> {
    try {
      expectAnswer(await repositories.call(ref, { method: 'POST', path: `/projects/${encodeURIComponent(id)}${path}`, body }, given), what)
    } catch (error) {
      options.signal?.throwIfAborted()
      warn(`${what} failed: ${(error as Error).message}`)
    }
  }
  async function addOwner(what: string, path: string, given: WriteOptions): Promise<void> {
    const answer = await repositories.call(ref, { path }, given).catch((error: Error) => ({ status: 503, body: error.message }))
    const found = (Array.isArray(answer.body) ? (answer.body[0] as unknown) : answer.body) as { id?: unknown } | undefined
    options.signal?.throwIfAborted()
    if (answer.status >= 400 || found?.id === undefined) return warn(`${what} failed: there is no such user, or the host did not say`)
    // The token of a user may not add members, the credentials of the config may.
    await attempt(what, '/members', { user_id: found.id, access_level: ownerLevel }, { signal: options.signal })
  }
  if (setUserAsOwner && options.token !== undefined) await addOwner('Making the user an owner', '/user', options)
  if (ownerUsername !== undefined)
    await addOwner(`Making ${ownerUsername} an owner`, `/users?username=${encodeURIComponent(ownerUsername)}`, { signal: options.signal })
  for (const each of branches) {
    if (each.create) await attempt(`Creating the branch ${each.name}`, '/repository/branches', { branch: each.name, ref: each.ref ?? main })
    if (each.protect) await attempt(`Protecting the branch ${each.name}`, '/protected_branches', { name: each.name })
  }
  for (const each of projectVariables) await attempt(`Setting the variable ${each.key}`, '/variables', { environment_scope: '*', ...each })
}
