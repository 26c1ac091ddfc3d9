import { secret } from '@portico/core/server'
import { z } from 'zod'
import { awsCodeCommit, awsS3 } from './hosts/aws.ts'
import { azure } from './hosts/azure.ts'
import { azureBlobStorage } from './hosts/azure-blob.ts'
import { bitbucketCloud } from './hosts/bitbucket-cloud.ts'
import { bitbucketServer } from './hosts/bitbucket-server.ts'
import { gerrit } from './hosts/gerrit.ts'
import { git } from './hosts/git.ts'
import { gitea } from './hosts/gitea.ts'
import { github } from './hosts/github.ts'
import { gitlab } from './hosts/gitlab.ts'
import { googleGcs } from './hosts/google-gcs.ts'
import { harness } from './hosts/harness.ts'
import type { HostType } from './hosts/host-type.ts'

/** The kinds of hosts, by their key in `integrations`; a list each. */
export const hostTypes = {
  github,
  gitlab,
  azure,
  bitbucketCloud,
  bitbucketServer,
  gerrit,
  gitea,
  harness,
  awsS3,
  awsCodeCommit,
  azureBlobStorage,
  git,
}

type HostKey = keyof typeof hostTypes

const hostShape = Object.fromEntries(
  Object.entries(hostTypes).map(([key, { title, settings }]) => [
    key,
    z
      .array(settings as z.ZodType)
      .default([])
      .describe(`Hosts of ${title}`),
  ]),
) as unknown as { readonly [K in HostKey]: z.ZodDefault<z.ZodArray<(typeof hostTypes)[K]['settings']>> }

const section = z
  .object({
    ...hostShape,
    googleGcs: googleGcs.settings.exactOptional().describe('Google Cloud Storage'),
    maxRepositoryMegabytes: z
      .number()
      .positive()
      .max(1000)
      .default(100)
      .describe('The maximum size of what is fetched of one git repository'),
  })
  // The settings of other kinds of hosts hold tokens.
  .catchall(secret(z.unknown()))

/** `integrations`: the hosts that are read, and the credentials for them. */
export const IntegrationsSection = section.superRefine((value, context) => {
  const hosts = givenEntries(value).map(({ type, entry }) => type.hostOf(entry).toLowerCase())
  for (const host of new Set(hosts.filter((each, index) => hosts.indexOf(each) !== index)))
    context.addIssue({ code: 'custom', message: `the host '${host}' appears twice: it is ambiguous which credentials to use` })
})
export type IntegrationsSection = z.output<typeof IntegrationsSection>

export const integrationsSections = { integrations: IntegrationsSection.prefault({}) }

export interface HostEntry {
  readonly type: HostType
  readonly entry: unknown
}

/** Every entry of every kind of host that config has. */
function givenEntries(value: z.output<typeof section>): HostEntry[] {
  const lists = Object.entries(hostTypes).flatMap(([key, type]) =>
    value[key as HostKey].map(entry => ({ type: type as unknown as HostType, entry: entry as unknown })),
  )
  return value.googleGcs ? [...lists, { type: googleGcs as unknown as HostType, entry: value.googleGcs }] : lists
}

/** The same, with the hosts that are known without any config. */
export function entriesOf(value: z.output<typeof section>): HostEntry[] {
  const given = givenEntries(value)
  const hosts = new Set(given.map(({ type, entry }) => type.hostOf(entry).toLowerCase()))
  const all = [...Object.values(hostTypes), googleGcs] as unknown as HostType[]
  const known = all.filter(({ defaultHost }) => defaultHost !== undefined && !hosts.has(defaultHost))
  return [...given, ...known.map(type => ({ type, entry: type.settings.parse(defaultEntry(type)) }))]
}

function defaultEntry({ type, defaultHost }: HostType): object {
  return type === 'github' || type === 'gitlab' ? { host: defaultHost } : {}
}
