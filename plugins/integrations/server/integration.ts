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
