import type { ScmIntegration } from '@portico/integrations/common'

/** The kinds of hosts, as their keys in `integrations` and on the wire. */
export type IntegrationType =
  | 'github'
  | 'gitlab'
  | 'azure'
  | 'bitbucketCloud'
  | 'bitbucketServer'
  | 'gerrit'
  | 'gitea'
  | 'harness'
  | 'awsS3'
  | 'awsCodeCommit'
  | 'azureBlobStorage'
  | 'googleGcs'
  | 'git'

/** A host that the portal knows, by config or by default. Without secrets. */
export interface Integration {
  readonly type: IntegrationType
  /** As people say it: GitHub, Bitbucket Server. */
  readonly title: string
  readonly host: string
  /** Undefined where the host has none. */
  readonly apiBaseUrl: string | undefined
  /** Whether config has credentials for it. */
  readonly hasCredentials: boolean
}

/** The kinds of hosts that repositories can be made at. */
const scmTypes: ReadonlySet<string> = new Set<IntegrationType>([
  'github',
  'gitlab',
  'azure',
  'bitbucketCloud',
  'bitbucketServer',
  'gerrit',
  'gitea',
])

/** The hosts that repositories can be made at, all or some, as browsers may know them. */
export function toScmIntegrations(
  integrations: readonly Integration[],
  { allowedHosts }: { readonly allowedHosts?: readonly string[] | undefined },
): ScmIntegration[] {
  return integrations
    .filter(({ type, host }) => scmTypes.has(type) && (allowedHosts === undefined || allowedHosts.includes(host)))
    .map(({ type, title, host }) => ({ type, title, host }))
}
