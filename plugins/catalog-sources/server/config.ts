import { secret } from '@portico/core/server'
import { z } from 'zod'
import { azureDevOps } from './kinds/azure-devops.ts'
import { bitbucketCloud } from './kinds/bitbucket-cloud.ts'
import { bitbucketServer } from './kinds/bitbucket-server.ts'
import { gerrit } from './kinds/gerrit.ts'
import { gitea } from './kinds/gitea.ts'
import { githubOrg } from './kinds/github-org.ts'
import { github } from './kinds/github.ts'
import { gitlab } from './kinds/gitlab.ts'
import { ldapOrg } from './kinds/ldap.ts'
import { microsoftGraphOrg } from './kinds/microsoft-graph.ts'
import { people } from './kinds/people-file.ts'
import { scim } from './kinds/scim.ts'
import type { SourceKind } from './kinds/source-kind.ts'
import { awsS3, azureBlobStorage, googleGcs } from './kinds/storage.ts'
import type { Source } from './sources/source.ts'

const discovery: readonly SourceKind[] = [
  github,
  gitlab,
  bitbucketCloud,
  bitbucketServer,
  azureDevOps,
  gitea,
  gerrit,
  awsS3,
  googleGcs,
  azureBlobStorage,
]
// These hold passwords.
const directories: readonly SourceKind[] = [githubOrg, microsoftGraphOrg, ldapOrg, scim, people]

const sources = z
  .object({
    maxRemovedShare: z
      .number()
      .min(0)
      .max(1)
      .default(0.5)
      .describe('A run that would remove more than this share of what a source has is refused, and changes nothing'),
  })
  .prefault({})

const sectionOf = ({ key }: SourceKind) => `catalog.providers.${key}`

/** `catalog.providers.<kind>` and `catalog.sources`. */
export const sourcesSections: Readonly<Record<string, z.ZodType>> & { readonly 'catalog.sources': typeof sources } = {
  'catalog.sources': sources,
  ...Object.fromEntries(discovery.map(kind => [sectionOf(kind), kind.section])),
  ...Object.fromEntries(directories.map(kind => [sectionOf(kind), secret(kind.section)])),
}

/** The sources that the config names. */
export function toSources(config: Readonly<Record<string, unknown>>): Source[] {
  return [...discovery, ...directories].flatMap(kind => kind.sourcesOf(config[sectionOf(kind)]))
}
