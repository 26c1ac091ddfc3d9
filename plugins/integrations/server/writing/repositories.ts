/** Where a repository is, in the words of repository pickers: `host?owner=…&repo=…`. Which fields a host needs is told by its own error. */
export interface RepositoryRef {
  readonly host: string
  readonly repo: string
  /** GitHub, GitLab (a path of groups), Gitea (the user of the credentials by default), Harness (the account), Azure DevOps without `organization`. */
  readonly owner?: string | undefined
  /** Azure DevOps, Harness, Bitbucket and Gerrit; on GitLab, `project` is an id in place of owner and name. */
  readonly organization?: string | undefined
  readonly workspace?: string | undefined
  readonly project?: string | undefined
}

export interface WriteOptions {
  /** A user's token, used in place of the credentials of the config. */
  readonly token?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export type Visibility = 'public' | 'internal' | 'private'

export interface Repository {
  /** As the host names it: a number or a UUID. */
  readonly id: string
  /** `owner/repo`, or what the host calls its full name. */
  readonly fullName: string
  readonly defaultBranch: string | undefined
  /** The page that shows it. */
  readonly url: string
  /** For git over HTTP. */
  readonly cloneUrl: string
  readonly isArchived: boolean
  readonly visibility: Visibility
}

export interface NewRepository {
  readonly description?: string | undefined
  /** Default `private`. */
  readonly visibility?: Visibility | undefined
  readonly defaultBranch?: string | undefined
  /** Fields of the host's own API, sent as they are. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined
}

export interface Branch {
  readonly name: string
  readonly revision: string
}

/** One file of a commit. Without bytes, it is deleted. */
export interface FileChange {
  /** From the root of the repository, with slashes. */
  readonly path: string
  readonly bytes?: Uint8Array | undefined
  readonly isExecutable?: boolean | undefined
  /** The bytes are the target of a symbolic link. Only GitHub takes links by its API. */
  readonly isLink?: boolean | undefined
}

export interface NewCommit {
  /** An existing branch. */
  readonly branch: string
  readonly message: string
  readonly changes: readonly FileChange[]
  /** Only on GitLab: files must be new, or must be there; by default both are taken. */
  readonly fileAction?: 'create' | 'update' | undefined
  /** Only on GitLab: a commit without changes is one too. */
  readonly mayBeEmpty?: boolean | undefined
  readonly author?: { readonly name: string; readonly email: string } | undefined
}

export interface NewChangeRequest {
  readonly title: string
  readonly description?: string | undefined
  readonly source: string
  /** The fork that has the source branch; by default it is in the repository itself. */
  readonly fork?: RepositoryRef | undefined
  /** Default: the default branch. */
  readonly target?: string | undefined
  readonly isDraft?: boolean | undefined
  /** User names, as the host knows them. Names that it does not know are a warning of the result, not an error. */
  readonly reviewers?: readonly string[] | undefined
  readonly teamReviewers?: readonly string[] | undefined
  readonly assignees?: readonly string[] | undefined
  readonly labels?: readonly string[] | undefined
  readonly removeSourceBranch?: boolean | undefined
}

/** A pull request, merge request or change. */
export interface ChangeRequest {
  /** As people say it: the number of a pull request, the iid of a merge request, the number of a change. */
  readonly number: number
  readonly url: string
  readonly state: 'open' | 'merged' | 'closed'
  readonly source: string
  readonly target: string
  readonly title: string
  /** What could not be set, such as an unknown reviewer. */
  readonly warnings: readonly string[]
}

/** For git over HTTP: what a push needs. */
export interface PushAccess {
  readonly cloneUrl: string
  readonly username: string
  readonly password: string
  /** What config has for the host to sign commits with: an armored private key of OpenPGP. */
  readonly signingKey?: string | undefined
}

/** Any other call to the API of a host: labels, webhooks, branch protection. */
export interface ApiCall {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | undefined
  /** Below the API's base URL, with a leading slash; already encoded. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined
  /** Sent as JSON. */
  readonly body?: unknown
}

export interface ApiAnswer {
  readonly status: number
  /** Parsed JSON, or the text where it is not JSON; undefined for an empty answer. */
  readonly body: unknown
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/**
 * Repositories of one kind of host, for those who write: templates and import. Calls that the host refuses throw an AppError with the
 * host's own message; a host or a call that it does not know is a NotImplementedError.
 */
export interface Repositories {
  /** Undefined when there is none, or when the credentials do not see it. */
  get(ref: RepositoryRef, options?: WriteOptions): Promise<Repository | undefined>
  /** ConflictError when it exists already; NotFoundError when its owner does not. */
  create(ref: RepositoryRef, repository: NewRepository, options?: WriteOptions): Promise<Repository>
  branch(ref: RepositoryRef, name: string, options?: WriteOptions): Promise<Branch | undefined>
  /** From a branch, tag or commit; by default from the default branch. ConflictError when it exists already. */
  createBranch(
    ref: RepositoryRef,
    branch: { readonly name: string; readonly from?: string | undefined },
    options?: WriteOptions,
  ): Promise<Branch>
  /** One commit with all changes, on top of the branch. */
  commit(
    ref: RepositoryRef,
    commit: NewCommit,
    options?: WriteOptions,
  ): Promise<{ readonly revision: string; readonly url: string | undefined }>
  openChangeRequest(ref: RepositoryRef, request: NewChangeRequest, options?: WriteOptions): Promise<ChangeRequest>
  /** Undefined when there is none. */
  changeRequest(ref: RepositoryRef, number: number, options?: WriteOptions): Promise<ChangeRequest | undefined>
  /** The one that is open from a branch. */
  findChangeRequest(
    ref: RepositoryRef,
    source: string,
    options?: WriteOptions & { readonly fork?: RepositoryRef | undefined },
  ): Promise<ChangeRequest | undefined>
  /** Closes one without merging it. One that is closed, merged or gone is left as it is. */
  closeChangeRequest(ref: RepositoryRef, number: number, options?: WriteOptions): Promise<void>
  /** The caller's own copy of a repository, made if there is none; undefined where the caller may push to the repository itself. */
  fork(ref: RepositoryRef, fork: { readonly isForced?: boolean | undefined }, options?: WriteOptions): Promise<RepositoryRef | undefined>
  pushAccess(ref: RepositoryRef, options?: WriteOptions): Promise<PushAccess>
  /** Any status is an answer; only connections that fail throw. Rate limits are waited for as everywhere. */
  call(ref: Pick<RepositoryRef, 'host' | 'owner' | 'organization'>, call: ApiCall, options?: WriteOptions): Promise<ApiAnswer>
}
