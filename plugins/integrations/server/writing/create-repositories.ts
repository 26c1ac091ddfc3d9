import { inputError } from '@portico/core/common'
import { toJson } from '../api/host-client.ts'
import type { Hosts } from '../hosts/create-hosts.ts'
import type { HostSettings } from '../forges/forge.ts'
import { createAzureWriter } from './azure-writer.ts'
import { createBitbucketCloudWriter } from './bitbucket-cloud-writer.ts'
import { createBitbucketServerWriter } from './bitbucket-server-writer.ts'
import { createCodeCommitWriter } from './codecommit-writer.ts'
import { createFreshWrites } from './fresh-writes.ts'
import { createGerritWriter } from './gerrit-writer.ts'
import { createGitWriter } from './git-writer.ts'
import { createGiteaWriter } from './gitea-writer.ts'
import { createGithubWriter } from './github-writer.ts'
import { createGitlabWriter } from './gitlab-writer.ts'
import { createHarnessWriter } from './harness-writer.ts'
import type { Repositories } from './repositories.ts'
import { notOffering, requestOf, type Writer, type WriterDependencies } from './writer.ts'

const kinds: Readonly<Record<string, (dependencies: WriterDependencies) => Writer>> = {
  github: createGithubWriter,
  gitlab: createGitlabWriter,
  azure: createAzureWriter,
  bitbucketCloud: createBitbucketCloudWriter,
  bitbucketServer: createBitbucketServerWriter,
  git: createGitWriter,
  gitea: createGiteaWriter,
  gerrit: createGerritWriter,
  harness: createHarnessWriter,
  awsCodeCommit: createCodeCommitWriter,
}

/** The writing half of all hosts, by the host of the repository. The hosts are those of the config as it is now. */
export function createRepositories(hosts: () => Hosts): Repositories {
  const fresh = createFreshWrites()

  function settingsOf(host: string): HostSettings {
    const found = hosts().settings.find(each => each.host.toLowerCase() === host.toLowerCase())
    if (!found) throw inputError(`There is no host '${host}' in integrations`, { code: 'integrations.unknown-host' })
    return found
  }

  function writerOf(host: string): Writer {
    const settings = settingsOf(host)
    const { api, credentials } = hosts()
    return kinds[settings.type]?.({ api, credentials, settings }) ?? notOffering(settings.host)
  }

  return {
    get: async (ref, options) => writerOf(ref.host).get(ref, options),
    create: async (ref, repository, options) => fresh.made(ref, () => writerOf(ref.host).create(ref, repository, options)),
    branch: async (ref, name, options) => writerOf(ref.host).branch(ref, name, options),
    createBranch: async (ref, branch, options) =>
      fresh.made(ref, () => fresh.after(ref, options, () => writerOf(ref.host).createBranch(ref, branch, options))),
    commit: async (ref, commit, options) =>
      fresh.made(ref, () => fresh.after(ref, options, () => writerOf(ref.host).commit(ref, commit, options))),
    openChangeRequest: async (ref, request, options) =>
      fresh.after(ref, options, () => writerOf(ref.host).openChangeRequest(ref, request, options)),
    changeRequest: async (ref, number, options) => writerOf(ref.host).changeRequest(ref, number, options),
    findChangeRequest: async (ref, source, options) => writerOf(ref.host).findChangeRequest(ref, source, options),
    async closeChangeRequest(ref, number, options) {
      const writer = writerOf(ref.host)
      const found = await writer.changeRequest(ref, number, options)
      if (found?.state === 'open') await writer.closeChangeRequest(ref, number, options)
    },
    fork: async (ref, fork, options) => writerOf(ref.host).fork(ref, fork, options),
    async pushAccess(ref, options) {
      const { commitSigningKey: signingKey } = settingsOf(ref.host).entry as { commitSigningKey?: string }
      const access = await fresh.after(ref, options, () => writerOf(ref.host).pushAccess(ref, options))
      return { ...access, ...(signingKey !== undefined && { signingKey }) }
    },
    async call({ host, owner, organization }, { method = 'GET', path, query, body }, options) {
      const { type, apiBaseUrl } = settingsOf(host)
      if (apiBaseUrl === undefined) throw inputError(`${host} has no API that could be called`, { code: 'integrations.no-api' })
      const json = body === undefined ? {} : { json: body }
      const answer = await hosts().api.call(`${apiBaseUrl}${path}`, {
        ...requestOf(type, options),
        method,
        query,
        owner: owner ?? organization,
        ...json,
      })
      return { status: answer.status, headers: answer.headers, body: toBody(answer) }
    },
  }
}

function toBody(answer: Parameters<typeof toJson>[0]): unknown {
  if (answer.bytes.length === 0) return undefined
  try {
    return toJson<unknown>(answer, '')
  } catch {
    return String(answer.bytes)
  }
}
