import { secret } from '@portico/core/server'
import { z } from 'zod'
import { azure } from './hosts/azure.ts'
import { bitbucketCloud } from './hosts/bitbucket-cloud.ts'
import { bitbucketServer } from './hosts/bitbucket-server.ts'
import { gerrit } from './hosts/gerrit.ts'
import { git } from './hosts/git.ts'
import { gitea } from './hosts/gitea.ts'
import { github } from './hosts/github.ts'
import { gitlab } from './hosts/gitlab.ts'
import { harness } from './hosts/harness.ts'
import type { HostType } from './hosts/host-type.ts'
import { storageKeys } from './hosts/storage-keys.ts'

/** The kinds of hosts, by their key in `integrations`. */
export const hostTypes = { github, gitlab, azure, bitbucketCloud, bitbucketServer, gerrit, gitea, harness, git }

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
    ...storageKeys,
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
  const hosts = entriesOf(value).map(({ entry }) => (entry as { host?: string }).host?.toLowerCase() ?? '')
  for (const host of new Set(hosts.filter((each, index) => each !== '' && hosts.indexOf(each) !== index)))
    context.addIssue({ code: 'custom', message: `the host '${host}' appears twice: it is ambiguous which credentials to use` })
})
export type IntegrationsSection = z.output<typeof IntegrationsSection>

export const integrationsSections = { integrations: IntegrationsSection.prefault({}) }

/** Every entry of every kind of host. */
export function entriesOf(value: z.output<typeof section>): { readonly type: HostType; readonly entry: unknown }[] {
  return Object.entries(hostTypes).flatMap(([key, type]) =>
    value[key as HostKey].map(entry => ({ type: type as unknown as HostType, entry: entry as unknown })),
  )
}
