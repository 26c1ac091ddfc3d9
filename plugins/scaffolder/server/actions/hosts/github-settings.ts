import type { RepositoryRef, WriteOptions } from '@portico/integrations/server'
import { z } from 'zod'
import { expectAnswer, type PublishDependencies } from '../../publishing/publishing.ts'
import type { ActionContext } from '../action.ts'
import { putGithubSecrets } from './github-secrets.ts'

/** Where a repository that was just made is configured. */
export interface MadeRepository {
  readonly ref: RepositoryRef
  readonly options: WriteOptions
  readonly id: string
  readonly branch: string
}

const people = z.object({
  users: z.array(z.string()).default([]).describe('Names of users'),
  teams: z.array(z.string()).default([]).describe('Slugs of teams'),
  apps: z.array(z.string()).optional().describe('Slugs of apps'),
})

export const protectionInputs = {
  requiredApprovingReviewCount: z.number().int().min(0).max(6).default(1).describe('How many must approve a pull request'),
  requireCodeOwnerReviews: z.boolean().default(false).describe('Code owners must approve what changes their files'),
  dismissStaleReviews: z.boolean().default(false).describe('A new commit voids earlier approvals'),
  requiredStatusCheckContexts: z.array(z.string()).default([]).describe('The names of checks that must pass'),
  requireBranchesToBeUpToDate: z.boolean().default(true).describe('A branch must have the latest commit of its target'),
  requiredConversationResolution: z.boolean().default(false).describe('All conversations must be resolved'),
  requireLastPushApproval: z.boolean().default(false).describe('Somebody other than the last who pushed must approve'),
  requiredCommitSigning: z.boolean().default(false).describe('Commits must be signed'),
  requiredLinearHistory: z.boolean().default(false).describe('Merge commits are refused'),
  restrictions: people.optional().describe('Who may push; everybody with write access by default'),
  bypassPullRequestAllowances: people.partial().optional().describe('Who may push without a pull request'),
}

const Protection = z.object(protectionInputs)

/** The inputs of publish:github beyond those of all hosts. */
export const githubInputs = {
  homepage: z.string().optional().describe('The address of a website about it'),
  access: z.string().optional().describe('org/team, or a user, who administers it'),
  collaborators: z
    .array(
      z.object({
        user: z.string().optional().describe('The name of a user'),
        team: z.string().optional().describe('The slug of a team'),
        username: z.string().optional().describe('The name of a user; user says the same'),
        access: z.string().describe('What they may do, such as push or admin'),
      }),
    )
    .optional()
    .describe('Users and teams with access'),
  topics: z.array(z.string()).optional().describe('The topics of the repository'),
  protectDefaultBranch: z.boolean().default(true).describe('Protects the default branch by the rules below'),
  protectEnforceAdmins: z.boolean().default(true).describe('The rules hold for administrators too'),
  ...protectionInputs,
  deleteBranchOnMerge: z.boolean().default(false).describe('Deletes branches after their merge'),
  allowMergeCommit: z.boolean().default(true).describe('Pull requests may be merged by a merge commit'),
  allowSquashMerge: z.boolean().default(true).describe('Pull requests may be merged as one commit'),
  squashMergeCommitTitle: z.enum(['PR_TITLE', 'COMMIT_OR_PR_TITLE']).optional().describe('The title of that one commit'),
  squashMergeCommitMessage: z.enum(['PR_BODY', 'COMMIT_MESSAGES', 'BLANK']).optional().describe('The message of that one commit'),
  allowRebaseMerge: z.boolean().default(true).describe('Pull requests may be merged by a rebase'),
  allowAutoMerge: z.boolean().default(false).describe('Pull requests may be merged as soon as their checks have passed'),
  allowUpdateBranch: z.boolean().default(false).describe('Branches that are behind can be updated from their pull request'),
  hasProjects: z.boolean().optional().describe('Whether it has projects'),
  hasWiki: z.boolean().optional().describe('Whether it has a wiki'),
  hasIssues: z.boolean().optional().describe('Whether it has issues'),
  repoVariables: z.record(z.string(), z.string()).optional().describe('Variables of GitHub Actions, by name'),
  secrets: z.record(z.string(), z.string()).optional().describe('Secrets of GitHub Actions, encrypted for GitHub alone'),
  oidcCustomization: z
    .object({
      useDefault: z.boolean().describe('What GitHub says by default'),
      includeClaimKeys: z.array(z.string()).optional().describe('The claims that make up the subject'),
    })
    .optional()
    .describe('What the tokens say that its workflows get from GitHub'),
  subscribe: z.boolean().optional().describe('Whether the owner of the token watches the repository'),
  customProperties: z.record(z.string(), z.unknown()).optional().describe('Custom properties of the organisation, by name'),
}

/** The fields of a new repository in GitHub's own words. */
export function githubSettings(input: Record<string, unknown>): Record<string, unknown> {
  const fields: Record<string, unknown> = {
    homepage: input['homepage'],
    delete_branch_on_merge: input['deleteBranchOnMerge'],
    allow_merge_commit: input['allowMergeCommit'],
    allow_squash_merge: input['allowSquashMerge'],
    squash_merge_commit_title: input['squashMergeCommitTitle'],
    squash_merge_commit_message: input['squashMergeCommitMessage'],
    allow_rebase_merge: input['allowRebaseMerge'],
    allow_auto_merge: input['allowAutoMerge'],
    allow_update_branch: input['allowUpdateBranch'],
    has_projects: input['hasProjects'],
    has_wiki: input['hasWiki'],
    has_issues: input['hasIssues'],
    custom_properties: input['customProperties'],
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** Collaborators, topics, variables and branch protection. What the host refuses there is a warning: the repository is made. */
export async function configureGithub(
  { repositories }: PublishDependencies,
  { input, warn, hide }: Pick<ActionContext, 'input' | 'warn' | 'hide'>,
  made: MadeRepository,
): Promise<void> {
  const given = input as z.output<z.ZodObject<typeof githubInputs>> & { readonly workflowAccess?: string | undefined }
  const { ref, options, branch } = made
  const base = repositoryPath(ref)
  async function attempt(what: string, method: 'PUT' | 'POST', path: string, body: unknown): Promise<void> {
    try {
      expectAnswer(await repositories.call(ref, { method, path: `${base}${path}`, body }, options), what)
    } catch (error) {
      options.signal?.throwIfAborted()
      warn(`${what} failed: ${(error as Error).message}`)
    }
  }
  for (const { name, isTeam, access } of collaboratorsOf(given)) {
    const path = isTeam
      ? `/orgs/${encodeURIComponent(ref.owner ?? '')}/teams/${encodeURIComponent(name)}/repos/${encodeURIComponent(ref.owner ?? '')}/${encodeURIComponent(ref.repo)}`
      : undefined
    if (path === undefined) await attempt(`Adding ${name}`, 'PUT', `/collaborators/${encodeURIComponent(name)}`, { permission: access })
    else
      await repositories.call(ref, { method: 'PUT', path, body: { permission: access } }, options).then(
        answer => void (answer.status >= 400 && warn(`Adding the team ${name} was answered with ${answer.status}`)),
        (error: Error) => warn(`Adding the team ${name} failed: ${error.message}`),
      )
  }
  if (given.topics) await attempt('Setting the topics', 'PUT', '/topics', { names: given.topics.map(topic => topic.toLowerCase()) })
  for (const [name, value] of Object.entries(given.repoVariables ?? {}))
    await attempt(`Setting the variable ${name}`, 'POST', '/actions/variables', { name, value })
  if (given.oidcCustomization) {
    const { useDefault, includeClaimKeys } = given.oidcCustomization
    const body = { use_default: useDefault, ...(includeClaimKeys && { include_claim_keys: includeClaimKeys }) }
    await attempt('Customising the OIDC subject', 'PUT', '/actions/oidc/customization/sub', body)
  }
  if (given.workflowAccess !== undefined)
    await attempt('Setting the access of workflows', 'PUT', '/actions/permissions/access', { access_level: given.workflowAccess })
  if (given.subscribe) await attempt('Watching the repository', 'PUT', '/subscription', { subscribed: true, ignored: false })
  // A repository without a secret that it needs is not what was asked for: this fails, and a retry goes on here.
  Object.values(given.secrets ?? {}).forEach(hide)
  await putGithubSecrets(repositories, ref, { place: `${base}/actions/secrets`, secrets: given.secrets ?? {} }, options)
  if (given.protectDefaultBranch) {
    const body = protectionBody(Protection.parse(given), given.protectEnforceAdmins)
    await attempt(`Protecting the branch ${branch}`, 'PUT', `/branches/${encodeURIComponent(branch)}/protection`, body)
    if (given.requiredCommitSigning)
      await attempt('Requiring signed commits', 'POST', `/branches/${encodeURIComponent(branch)}/protection/required_signatures`, undefined)
  }
}

export function repositoryPath({ owner = '', repo }: Pick<RepositoryRef, 'owner' | 'repo'>): string {
  return `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}`
}

export function protectionBody(
  given: z.output<typeof Protection>,
  enforceAdmins: boolean,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  const { restrictions, bypassPullRequestAllowances } = given
  return {
    required_status_checks: { strict: given.requireBranchesToBeUpToDate, contexts: given.requiredStatusCheckContexts },
    restrictions: restrictions ?? null,
    enforce_admins: enforceAdmins,
    required_pull_request_reviews: {
      required_approving_review_count: given.requiredApprovingReviewCount,
      require_code_owner_reviews: given.requireCodeOwnerReviews,
      dismiss_stale_reviews: given.dismissStaleReviews,
      require_last_push_approval: given.requireLastPushApproval,
      ...(bypassPullRequestAllowances && { bypass_pull_request_allowances: bypassPullRequestAllowances }),
    },
    required_conversation_resolution: given.requiredConversationResolution,
    required_linear_history: given.requiredLinearHistory,
    ...more,
  }
}

function collaboratorsOf({ access, collaborators = [] }: Pick<z.output<z.ZodObject<typeof githubInputs>>, 'access' | 'collaborators'>) {
  const team = access?.includes('/') ? access.split('/')[1] : undefined
  return [
    ...(access === undefined ? [] : [{ name: team ?? access, isTeam: team !== undefined, access: 'admin' }]),
    ...collaborators.map(each => ({
      name: each.team ?? each.user ?? each.username ?? '',
      isTeam: each.team !== undefined,
      access: each.access,
    })),
  ]
}
