import { catalogApi, parseEntityRef, stringifyEntityRef, type Entity } from '@portico/catalog/common'
import type { RepositoryRef, WriteOptions } from '@portico/integrations/server'
import type { PluginClient } from '@portico/core/server'
import { z } from 'zod'
import { expectAnswer, toRepository, undoOptions, writeOptions, type PublishDependencies } from '../../publishing/publishing.ts'
import { defineAction, type Action, type ActionContext } from '../action.ts'
import { clientFor } from '../builtin/acting.ts'
import { putGithubSecrets } from './github-secrets.ts'
import { repositoryPath } from './github-settings.ts'

export interface GithubEnvironmentDependencies extends PublishDependencies {
  readonly client: PluginClient
}

const repo = {
  repoUrl: z.string().min(1).describe('host?owner=…&repo=…, as a repository picker gives it'),
  token: z.string().optional().describe('A token of the user, in place of the credentials of the config'),
}
const texts = z.record(z.string(), z.string())

const EnvironmentInput = z.object({
  ...repo,
  name: z.string().min(1).describe('The name of the environment'),
  deploymentBranchPolicy: z
    .object({
      protected_branches: z.boolean().describe('Only branches that are protected'),
      custom_branch_policies: z.boolean().describe('Only branches and tags that fit the patterns'),
    })
    .optional()
    .describe('Which branches may be deployed; exactly one of the two is true'),
  customBranchPolicyNames: z.array(z.string()).optional().describe('Patterns of branches, with custom_branch_policies'),
  customTagPolicyNames: z.array(z.string()).optional().describe('Patterns of tags, with custom_branch_policies'),
  environmentVariables: texts.optional().describe('Variables of the environment, by name'),
  secrets: texts.optional().describe('Secrets of the environment, by name; encrypted for GitHub alone'),
  waitTimer: z.number().int().min(0).max(43_200).optional().describe('Minutes'),
  preventSelfReview: z.boolean().optional().describe('Whoever started a deployment may not approve it'),
  reviewers: z.array(z.string()).max(6).optional().describe('Refs of users and groups of the catalog'),
})

/** Environments and deploy keys of GitHub, whose secrets are encrypted for GitHub alone. */
export function createGithubEnvironmentActions(dependencies: GithubEnvironmentDependencies): Action[] {
  return [environmentAction(dependencies), deployKeyAction(dependencies)] as Action[]
}

function environmentAction(dependencies: GithubEnvironmentDependencies) {
  const { repositories } = dependencies
  return defineAction({
    id: 'github:environment:create',
    description: 'Makes an environment of a repository on GitHub, with its rules, reviewers, variables and secrets',
    examples: [
      {
        description: 'In a template',
        example:
          'steps:\n  - action: github:environment:create\n    input:\n      repoUrl: ${{ parameters.repoUrl }}\n      name: production\n      secrets: { TOKEN: "${{ secrets.TOKEN }}" }\n',
      },
    ],
    input: EnvironmentInput,
    isIdempotent: true,
    plan: ({ input }) => [{ kind: 'environment', title: `Environment ${input.name}` }],
    async run(context) {
      const { input, hosts, signal, record, log, once } = context
      Object.values(input.secrets ?? {}).forEach(context.hide)
      const ref = toRepository(input.repoUrl, hosts)
      const options = writeOptions(dependencies, input.token, signal)
      const path = `${repositoryPath(ref)}/environments/${encodeURIComponent(input.name)}`
      const body = {
        deployment_branch_policy: input.deploymentBranchPolicy ?? null,
        wait_timer: input.waitTimer ?? 0,
        prevent_self_review: input.preventSelfReview ?? false,
        reviewers: await reviewersOf(dependencies, context, ref, options),
      }
      expectAnswer(await repositories.call(ref, { method: 'PUT', path, body }, options), 'github:environment:create')
      await once('recorded', async () => {
        const { host, owner, repo: name } = ref
        await record({
          kind: 'environment',
          title: `Environment ${input.name}`,
          undo: { place: { host, owner }, repo: name, name: input.name },
        })
        return true
      })
      await addPolicies(dependencies, ref, { path, input, options })
      await addVariables(dependencies, ref, { path, variables: input.environmentVariables ?? {}, options })
      await putGithubSecrets(repositories, ref, { place: `${path}/secrets`, secrets: input.secrets ?? {} }, options)
      log(`Environment ${input.name}`)
    },
    async undo({ undo, title }, context) {
      const place = undo['place'] as Pick<RepositoryRef, 'host' | 'owner'>
      const path = `${repositoryPath({ owner: place.owner, repo: String(undo['repo']) })}/environments/${encodeURIComponent(String(undo['name']))}`
      const answer = await repositories.call(place, { method: 'DELETE', path }, undoOptions(context))
      if (answer.status !== 404) expectAnswer(answer, `Undoing ${title}`)
    },
  })
}

interface Place<T> {
  readonly path: string
  readonly options: WriteOptions
  readonly input: T
}

async function addPolicies(
  { repositories }: PublishDependencies,
  ref: RepositoryRef,
  { path, input, options }: Place<z.output<typeof EnvironmentInput>>,
): Promise<void> {
  const wanted = [
    ...(input.customBranchPolicyNames ?? []).map(name => ({ name, type: 'branch' })),
    ...(input.customTagPolicyNames ?? []).map(name => ({ name, type: 'tag' })),
  ]
  for (const body of wanted) {
    const answer = await repositories.call(ref, { method: 'POST', path: `${path}/deployment-branch-policies`, body }, options)
    // GitHub sends on to the policy that is there already.
    if (answer.status !== 303) expectAnswer(answer, `Adding the policy ${body.name}`)
  }
}

/** A variable that is there already is changed. */
async function addVariables(
  { repositories }: PublishDependencies,
  ref: RepositoryRef,
  {
    path,
    variables,
    options,
  }: { readonly path: string; readonly variables: Readonly<Record<string, string>>; readonly options: WriteOptions },
): Promise<void> {
  for (const [name, value] of Object.entries(variables)) {
    const body = { name, value }
    const made = await repositories.call(ref, { method: 'POST', path: `${path}/variables`, body }, options)
    const answer =
      made.status === 409
        ? await repositories.call(ref, { method: 'PATCH', path: `${path}/variables/${encodeURIComponent(name)}`, body }, options)
        : made
    expectAnswer(answer, `Setting the variable ${name}`)
  }
}

/** Users and groups of the catalog as GitHub knows them: by their annotation, else by their name. */
async function reviewersOf(
  { repositories, client }: GithubEnvironmentDependencies,
  { input, caller }: Pick<ActionContext<z.output<typeof EnvironmentInput>>, 'input' | 'caller'>,
  ref: RepositoryRef,
  options: WriteOptions,
): Promise<{ type: 'User' | 'Team'; id: unknown }[]> {
  const parsed = (input.reviewers ?? []).map(each => parseEntityRef(each, { defaultKind: 'user' }))
  if (parsed.length === 0) return []
  const entityRefs = parsed.map(each => stringifyEntityRef(each))
  const { items } = await clientFor(client, caller).call(catalogApi.getEntitiesByRefs, { body: { entityRefs }, query: {} })
  return Promise.all(
    parsed.map(async ({ kind, name }, at) => {
      const annotations = (items[at] as Entity | null | undefined)?.metadata.annotations
      const isTeam = kind.toLowerCase() === 'group'
      const login = annotations?.[isTeam ? 'github.com/team-slug' : 'github.com/user-login']?.split('/').at(-1) ?? name
      const path = isTeam
        ? `/orgs/${encodeURIComponent(ref.owner ?? '')}/teams/${encodeURIComponent(login)}`
        : `/users/${encodeURIComponent(login)}`
      const { id } = expectAnswer(await repositories.call(ref, { path }, options), `Looking up the reviewer ${name}`)
      return { type: isTeam ? ('Team' as const) : ('User' as const), id }
    }),
  )
}

function deployKeyAction(dependencies: PublishDependencies) {
  const { repositories } = dependencies
  return defineAction({
    id: 'github:deployKey:create',
    description: 'Adds a deploy key to a repository on GitHub, and its private half as a secret of the repository',
    examples: [
      {
        description: 'In a template',
        example:
          'steps:\n  - action: github:deployKey:create\n    input:\n      repoUrl: ${{ parameters.repoUrl }}\n      deployKeyName: Deploy\n      publicKey: ${{ parameters.publicKey }}\n      privateKey: ${{ secrets.PRIVATE_KEY }}\n',
      },
    ],
    input: z.object({
      ...repo,
      publicKey: z.string().min(1).describe('The public key, which the repository trusts'),
      privateKey: z.string().min(1).describe('The private key, which becomes a secret of the repository'),
      deployKeyName: z.string().min(1).describe('The name of the key'),
      privateKeySecretName: z.string().optional().describe('By default, the name of the key in capitals with _PRIVATE_KEY behind it'),
    }),
    output: z.object({ privateKeySecretName: z.string().describe('The name of the secret that has the private key') }),
    isIdempotent: true,
    plan: ({ input }) => [{ kind: 'deploy-key', title: `Deploy key ${input.deployKeyName}` }],
    async run({ input, hosts, signal, once, record, output, hide, log }) {
      hide(input.privateKey)
      const ref = toRepository(input.repoUrl, hosts)
      const options = writeOptions(dependencies, input.token, signal)
      const base = repositoryPath(ref)
      await once('key', async () => {
        const body = { title: input.deployKeyName, key: input.publicKey }
        const made = expectAnswer(
          await repositories.call(ref, { method: 'POST', path: `${base}/keys`, body }, options),
          'github:deployKey:create',
        )
        const { host, owner } = ref
        await record({
          kind: 'deploy-key',
          title: `Deploy key ${input.deployKeyName}`,
          undo: { place: { host, owner }, path: `${base}/keys/${String(made['id'])}` },
        })
        return true
      })
      const name = input.privateKeySecretName ?? `${input.deployKeyName.split(' ').join('_').toUpperCase()}_PRIVATE_KEY`
      await putGithubSecrets(repositories, ref, { place: `${base}/actions/secrets`, secrets: { [name]: input.privateKey } }, options)
      output('privateKeySecretName', name)
      log(`Deploy key ${input.deployKeyName}`)
    },
    async undo({ undo, title }, context) {
      const place = undo['place'] as Pick<RepositoryRef, 'host' | 'owner'>
      const answer = await repositories.call(place, { method: 'DELETE', path: String(undo['path']) }, undoOptions(context))
      if (answer.status !== 404) expectAnswer(answer, `Undoing ${title}`)
    },
  })
}
