/** The platforms that users sign in to so that the portal acts for them. */
export type ScmPlatform = 'github' | 'gitlab' | 'azure' | 'bitbucket'

interface Scopes {
  readonly read: readonly string[]
  /** Besides those for reading. */
  readonly write: readonly string[]
}

const scopes: Readonly<Record<ScmPlatform, Scopes>> = {
  github: { read: ['repo', 'read:org', 'read:user'], write: ['gist'] },
  gitlab: { read: ['read_user', 'read_api', 'read_repository'], write: ['write_repository', 'api'] },
  azure: {
    read: ['vso.build', 'vso.code', 'vso.graph', 'vso.project', 'vso.profile'],
    write: ['vso.code_manage'],
  },
  bitbucket: { read: ['account', 'team', 'pullrequest', 'snippet', 'issue'], write: ['pullrequest:write', 'snippet:write', 'issue:write'] },
}

/** The scopes that are asked of a user by default, for reading or also for writing to repositories. */
export function scmScopes(platform: ScmPlatform, { repoWrite = false }: { readonly repoWrite?: boolean } = {}): readonly string[] {
  const { read, write } = scopes[platform]
  return repoWrite ? [...read, ...write] : read
}
