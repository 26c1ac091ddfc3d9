import type { RepositoryRef, WriteOptions } from '@portico/integrations/server'
import { z } from 'zod'
import { expectAnswer, toRepository, undoOptions, writeOptions, type PublishDependencies } from '../../publishing/publishing.ts'
import { defineAction, type Action } from '../action.ts'

const repo = {
  repoUrl: z.string().min(1).describe('host?owner=…&repo=…: its host is the GitLab that is meant'),
  token: z.string().optional().describe('A token of the user, in place of the credentials of the config'),
}

interface Group {
  readonly id: number
  readonly full_path: string
}

/** Groups of GitLab. */
export function createGitlabGroupActions(dependencies: PublishDependencies): Action[] {
  const { repositories } = dependencies

  async function find(ref: RepositoryRef, path: string, options: WriteOptions): Promise<Group | undefined> {
    const answer = await repositories.call(ref, { path: `/groups/${encodeURIComponent(path)}` }, options)
    return answer.status === 404 ? undefined : (expectAnswer(answer, `Reading the group ${path}`) as unknown as Group)
  }

  const ensure = defineAction({
    id: 'gitlab:group:ensureExists',
    description: 'Makes the groups of a path on GitLab that are missing',
    examples: [
      {
        description: 'Two levels',
        example:
          'steps:\n  - action: gitlab:group:ensureExists\n    input:\n      repoUrl: gitlab.com?owner=acme&repo=app\n      path: [acme, web]\n',
      },
    ],
    input: z.object({
      ...repo,
      path: z
        .array(
          z.union([
            z.string(),
            z.object({ name: z.string().describe('The name that people read'), slug: z.string().describe('The part of the address') }),
          ]),
        )
        .min(1)
        .describe('The names of the groups, outermost first; missing ones are made'),
    }),
    output: z.object({ groupId: z.number().describe('The id of the last group') }),
    isIdempotent: true,
    plan: ({ input }) => [
      { kind: 'group', title: `Group ${input.path.map(part => (typeof part === 'string' ? part : part.slug)).join('/')} on GitLab` },
    ],
    async run({ input, hosts, signal, output, record, log }) {
      const { platform: _platform, ...ref } = toRepository(input.repoUrl, hosts)
      const options = writeOptions(dependencies, input.token, signal)
      let parent: Group | undefined
      for (const part of input.path) {
        const { name, slug } = typeof part === 'string' ? { name: part, slug: part } : part
        const path: string = parent ? `${parent.full_path}/${slug}` : slug
        const known = await find(ref, path, options)
        if (!known) {
          const body = { name, path: slug, ...(parent && { parent_id: parent.id }) }
          const made = expectAnswer(
            await repositories.call(ref, { method: 'POST', path: '/groups', body }, options),
            `Making the group ${path}`,
          )
          await record({ kind: 'group', title: `Group ${path}`, undo: { host: ref.host, id: made['id'] } })
          log(`Made the group ${path}`)
          parent = { id: Number(made['id']), full_path: path }
        } else parent = known
      }
      output('groupId', parent?.id)
    },
    async undo({ undo, title }, context) {
      const answer = await repositories.call(
        { host: String(undo['host']) },
        { method: 'DELETE', path: `/groups/${String(undo['id'])}` },
        undoOptions(context),
      )
      if (answer.status !== 404) expectAnswer(answer, `Deleting ${title}`)
    },
  })

  const access = defineAction({
    id: 'gitlab:group:access',
    description: 'Gives users and groups access to a group on GitLab, or takes it away',
    examples: [
      {
        description: 'Add a developer',
        example:
          'steps:\n  - action: gitlab:group:access\n    input:\n      repoUrl: gitlab.com?owner=acme&repo=app\n      path: acme/web\n      userIds: [7]\n',
      },
    ],
    input: z.object({
      ...repo,
      path: z.union([z.string(), z.number()]).describe('The id or the path of the group'),
      userIds: z.array(z.number()).default([]).describe('The ids of users'),
      groupIds: z.array(z.number()).default([]).describe('The ids of groups'),
      action: z.enum(['add', 'remove']).default('add').describe('Whether access is given or taken away'),
      accessLevel: z.number().default(30).describe('10 is guest, 20 reporter, 30 developer, 40 maintainer, 50 owner'),
    }),
    output: z.object({
      userIds: z.array(z.number()).describe('The ids of users'),
      groupIds: z.array(z.number()).describe('The ids of groups'),
      path: z.union([z.string(), z.number()]).describe('The id or the path of the group'),
      accessLevel: z.number().describe('The level that was given'),
    }),
    isIdempotent: true,
    plan: ({ input }) => [{ kind: 'access', title: `Access to the group ${input.path}: ${input.action}` }],
    async run({ input, hosts, signal, output, record }) {
      const { platform: _platform, ...ref } = toRepository(input.repoUrl, hosts)
      const options = writeOptions(dependencies, input.token, signal)
      const base = `/groups/${encodeURIComponent(String(input.path))}`
      const isAdded = input.action === 'add'
      const calls = [
        ...input.userIds.map(id =>
          isAdded
            ? ({ method: 'POST', path: `${base}/members`, body: { user_id: id, access_level: input.accessLevel } } as const)
            : ({ method: 'DELETE', path: `${base}/members/${id}` } as const),
        ),
        ...input.groupIds.map(id =>
          isAdded
            ? ({ method: 'POST', path: `${base}/share`, body: { group_id: id, group_access: input.accessLevel } } as const)
            : ({ method: 'DELETE', path: `${base}/share/${id}` } as const),
        ),
      ]
      for (const call of calls) {
        const answer = await repositories.call(ref, call, options)
        // Whoever has access already keeps it, and whoever has none cannot lose it.
        if (answer.status !== (isAdded ? 409 : 404)) expectAnswer(answer, 'gitlab:group:access')
      }
      await record({ kind: 'access', title: `Access to the group ${input.path}: ${input.action}` })
      for (const name of ['userIds', 'groupIds', 'path', 'accessLevel'] as const) output(name, input[name])
    },
  })
  const migrate = defineAction({
    id: 'gitlab:group:migrate',
    description: 'Starts a direct transfer of a group or project from one GitLab to another',
    examples: [
      {
        description: 'Move a project',
        example:
          'steps:\n  - action: gitlab:group:migrate\n    input:\n      sourceUrl: https://gitlab.com\n      sourceAccessToken: ${{ secrets.SOURCE }}\n      sourceFullPath: acme/shop\n      destinationUrl: https://gitlab.example.com\n      destinationAccessToken: ${{ secrets.DESTINATION }}\n      destinationNamespace: acme\n      destinationSlug: shop\n',
      },
    ],
    input: z.object({
      sourceUrl: z.url().describe('The address of the GitLab that has the project'),
      sourceAccessToken: z.string().min(1).describe('A token of that GitLab'),
      sourceFullPath: z.string().min(1).describe('The path of the project there'),
      destinationUrl: z.url().describe('A GitLab that integrations name'),
      destinationAccessToken: z.string().min(1).describe('A token of the GitLab that gets the project'),
      destinationNamespace: z.string().describe('The group that gets the project'),
      destinationSlug: z.string().min(1).describe('The name of the project there'),
    }),
    output: z.object({
      importedRepoUrl: z.string().describe('The address that the project will have'),
      migrationId: z.number().describe('The id of the migration'),
    }),
    isIdempotent: true,
    plan: ({ input }) => [{ kind: 'migration', title: `Transfer of ${input.sourceFullPath} to ${input.destinationUrl}` }],
    async run({ input, signal, once, output, record, log, hide }) {
      const { sourceUrl, sourceAccessToken, sourceFullPath, destinationUrl, destinationAccessToken, destinationNamespace } = input
      for (const token of [sourceAccessToken, destinationAccessToken]) hide(token)
      const { host } = new URL(destinationUrl)
      const entity = {
        source_type: 'project_entity',
        source_full_path: sourceFullPath,
        destination_slug: input.destinationSlug,
        destination_namespace: destinationNamespace,
      }
      const body = { configuration: { url: sourceUrl, access_token: sourceAccessToken }, entities: [entity] }
      const address = [destinationUrl.replace(/\/+$/, ''), destinationNamespace, input.destinationSlug].filter(Boolean).join('/')
      const migrationId = await once('migration', async () => {
        const call = { method: 'POST', path: '/bulk_imports', body } as const
        const made = expectAnswer(
          await repositories.call({ host }, call, { token: destinationAccessToken, signal }),
          'gitlab:group:migrate',
        )
        await record({ kind: 'migration', title: `Transfer of ${sourceFullPath} to ${address}`, address })
        return Number(made['id'])
      })
      log(`The transfer ${migrationId} of ${sourceFullPath} has begun`)
      output('importedRepoUrl', address)
      output('migrationId', migrationId)
    },
  })
  return [ensure, access, migrate] as Action[]
}
