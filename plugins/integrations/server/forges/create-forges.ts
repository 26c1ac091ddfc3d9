import { createAzureForge } from './azure-forge.ts'
import { createBitbucketCloudForge } from './bitbucket-cloud-forge.ts'
import { createBitbucketServerForge } from './bitbucket-server-forge.ts'
import { createCodeCommitForge } from './codecommit-forge.ts'
import type { Forge, ForgeDependencies } from './forge.ts'
import { createGerritForge } from './gerrit-forge.ts'
import { createGiteaForge } from './gitea-forge.ts'
import { createGithubForge } from './github-forge.ts'
import { createGitlabForge } from './gitlab-forge.ts'
import { createHarnessForge } from './harness-forge.ts'

const kinds: Readonly<Record<string, (dependencies: ForgeDependencies) => Forge>> = {
  github: createGithubForge,
  gitlab: createGitlabForge,
  bitbucketCloud: createBitbucketCloudForge,
  bitbucketServer: createBitbucketServerForge,
  azure: createAzureForge,
  gitea: createGiteaForge,
  gerrit: createGerritForge,
  harness: createHarnessForge,
  awsCodeCommit: createCodeCommitForge,
}

/** The forge of a host; undefined for kinds of hosts without repositories, and for plain git. */
export function createForge(dependencies: ForgeDependencies): Forge | undefined {
  return kinds[dependencies.settings.type]?.(dependencies)
}
