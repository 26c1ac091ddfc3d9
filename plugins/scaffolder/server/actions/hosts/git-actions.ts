import { inputError } from '@portico/core/common'
import type { RepositoryRef } from '@portico/integrations/server'
import { z } from 'zod'
import { publishInputs, publishOutput, pushOnce, writeOptions, type PublishDependencies } from '../../publishing/publishing.ts'
import { defineAction, type Action } from '../action.ts'

const { repoUrl: _repoUrl, description: _description, ...inputs } = publishInputs
const loopback = ['127.0.0.1', '[::1]', 'localhost']

/** Publishing to any host with git over HTTPS. */
export function createGitActions(dependencies: PublishDependencies): Action[] {
  return [publishAction(dependencies)] as Action[]
}

function publishAction(dependencies: PublishDependencies) {
  return defineAction({
    id: 'publish:git',
    description:
      'Pushes the workspace into an empty repository of any host with git over HTTPS. The repository has to be there: plain git cannot make one',
    examples: [
      {
        description: 'Publish the workspace',
        example:
          'steps:\n  - id: publish\n    action: publish:git\n    input:\n      remoteUrl: https://git.example.com/team/${{ parameters.name }}.git\n      defaultBranch: main\n',
      },
    ],
    input: z.object({
      remoteUrl: z.string().min(1).describe('The address of the repository, as one would clone it; its host belongs in integrations.git'),
      defaultBranch: z.string().min(1).default('main').describe('The branch that is pushed. It must not be there yet'),
      ...inputs,
    }),
    output: publishOutput,
    isIdempotent: true,
    plan: ({ input, hosts }) => [{ kind: 'commit', ...effectOf(toRemote(input.remoteUrl, hosts), input.defaultBranch) }],
    planOutput({ input, hosts }) {
      const { remoteUrl } = toRemote(input.remoteUrl, hosts)
      return { remoteUrl, repoContentsUrl: contentsOf(remoteUrl, input.defaultBranch) }
    },
    async run(context) {
      const { input, hosts, signal, output, record, once } = context
      const { ref, remoteUrl } = toRemote(input.remoteUrl, hosts)
      const options = writeOptions(dependencies, input.token, signal)
      const target = input.defaultBranch
      const shared = { ...context, input: { ...input, repoUrl: remoteUrl } }
      // The same commit when the step is run again, so that a branch that it has pushed already is recognised.
      const newAt = await once('at', async () => Math.floor(Date.now() / 1000))
      output('commitHash', await pushOnce(dependencies, shared, { ref, options, target, newAt }))
      await once('recorded', () => record({ kind: 'commit', ...effectOf({ remoteUrl }, target) }).then(() => true))
      output('remoteUrl', remoteUrl)
      output('repoContentsUrl', contentsOf(remoteUrl, target))
    },
  })
}

function effectOf({ remoteUrl }: { readonly remoteUrl: string }, branch: string) {
  return { title: `First commit on ${branch} of ${remoteUrl}`, address: remoteUrl }
}

/** Where the files are read, as a location of type git. */
function contentsOf(remoteUrl: string, branch: string): string {
  return `${remoteUrl}#${branch}:`
}

/** The repository of an address. Its host must be one of integrations.git: the password of the config goes there. */
function toRemote(text: string, hosts: Readonly<Record<string, string>>): { readonly remoteUrl: string; readonly ref: RepositoryRef } {
  const refused = (why: string) => inputError(`remoteUrl '${text}' ${why}`, { code: 'scaffolder.invalid-remote' })
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && loopback.includes(url.hostname))))
    throw refused('is not an address of git over HTTPS, such as https://git.example.com/team/shop.git')
  if (url.username || url.password) throw refused('holds a user name or a password; they belong in integrations.git')
  if (url.search || url.hash || url.pathname === '/') throw refused('is not the address of a repository')
  const platform = hosts[url.host]
  if (platform !== 'git')
    throw refused(
      platform === undefined
        ? `is on a host that integrations does not name: add ${url.host} to integrations.git`
        : `is on a host of integrations.${platform}, which has publishing of its own`,
    )
  return { remoteUrl: url.href.replace(/\/+$/, ''), ref: { host: url.host, repo: url.pathname.replace(/^\/+|\/+$/g, '') } }
}
