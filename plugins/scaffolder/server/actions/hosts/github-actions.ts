import type { RepositoryRef } from '@portico/integrations/server'
import { z } from 'zod'
import type { PublishDependencies } from '../../publishing/publishing.ts'
import type { Action } from '../action.ts'
import { protectionBody, protectionInputs, repositoryPath } from './github-settings.ts'
import { createHostCallAction, type HostCallAction } from './host-call-actions.ts'

const repo = { repoUrl: z.string().min(1), token: z.string().optional() }
const repoLine = '      repoUrl: ${{ parameters.repoUrl }}\n'

function define<I extends z.ZodType>(action: HostCallAction<I>): HostCallAction<I> {
  return action
}

const dispatch = define({
  id: 'github:actions:dispatch',
  description: 'Starts a workflow of GitHub Actions',
  example: `${repoLine}      workflowId: deploy.yaml\n      branchOrTagName: main\n`,
  input: z.object({
    ...repo,
    workflowId: z.string().min(1),
    branchOrTagName: z.string().min(1),
    workflowInputs: z.record(z.string(), z.string()).optional(),
    returnWorkflowRunDetails: z.boolean().optional().describe('Whether the run that was started is given as output'),
  }),
  output: z.object({
    workflowRunId: z.number().optional(),
    workflowRunUrl: z.string().optional(),
    workflowRunHtmlUrl: z.string().optional(),
  }),
  call: ({ workflowId, branchOrTagName, workflowInputs, returnWorkflowRunDetails }, ref) => ({
    method: 'POST',
    path: `${repositoryPath(ref)}/actions/workflows/${encodeURIComponent(workflowId)}/dispatches`,
    body: { ref: branchOrTagName, inputs: workflowInputs ?? {}, ...(returnWorkflowRunDetails && { return_run_details: true }) },
  }),
  outputs: (answer, { returnWorkflowRunDetails }) =>
    returnWorkflowRunDetails
      ? { workflowRunId: answer['workflow_run_id'], workflowRunUrl: answer['run_url'], workflowRunHtmlUrl: answer['html_url'] }
      : {},
  effect: { kind: 'workflow-run', title: ({ workflowId, branchOrTagName }) => `Started the workflow ${workflowId} on ${branchOrTagName}` },
})

const webhook = define({
  id: 'github:webhook',
  description: 'Adds a webhook to a repository on GitHub; a failure only warns',
  example: `${repoLine}      webhookUrl: https://example.com/hook\n`,
  input: z.object({
    ...repo,
    webhookUrl: z.string().min(1),
    webhookSecret: z.string().optional(),
    events: z.array(z.string()).default(['push']),
    active: z.boolean().default(true),
    contentType: z.enum(['form', 'json']).default('form'),
    insecureSsl: z.boolean().default(false),
  }),
  onlyWarns: true,
  call: ({ webhookUrl, webhookSecret, events, active, contentType, insecureSsl }, ref) => ({
    method: 'POST',
    path: `${repositoryPath(ref)}/hooks`,
    body: {
      name: 'web',
      active,
      events,
      config: {
        url: webhookUrl,
        content_type: contentType,
        insecure_ssl: insecureSsl ? '1' : '0',
        ...(webhookSecret !== undefined && { secret: webhookSecret }),
      },
    },
  }),
  effect: { kind: 'webhook', title: ({ webhookUrl }) => `Webhook to ${webhookUrl}` },
  undo: (_, ref, { id }) => (id === undefined ? undefined : { method: 'DELETE', path: `${repositoryPath(ref)}/hooks/${String(id)}` }),
})

const protectionPath = (ref: RepositoryRef, branch = 'main') => `${repositoryPath(ref)}/branches/${encodeURIComponent(branch)}/protection`

const protect = define({
  id: 'github:branch-protection:create',
  description: 'Protects a branch of a repository on GitHub',
  example: `${repoLine}      branch: main\n`,
  input: z.object({
    ...repo,
    ...protectionInputs,
    branch: z.string().optional().describe('The default branch by default'),
    enforceAdmins: z.boolean().default(true),
    blockCreations: z.boolean().optional(),
  }),
  isRepeatable: true,
  complete: async (input, find) => ({ ...input, branch: input.branch ?? (await find())?.defaultBranch ?? 'main' }),
  call: ({ branch, enforceAdmins, blockCreations, ...given }, ref) => ({
    method: 'PUT',
    path: protectionPath(ref, branch),
    body: protectionBody(given, enforceAdmins, blockCreations === undefined ? {} : { block_creations: blockCreations }),
  }),
  followUp: ({ branch, requiredCommitSigning }, ref) =>
    requiredCommitSigning ? [{ method: 'POST', path: `${protectionPath(ref, branch)}/required_signatures` }] : [],
  effect: { kind: 'branch-protection', title: ({ branch }) => `Protection of ${branch === undefined ? 'the default branch' : branch}` },
  undo: ({ branch }, ref) => ({ method: 'DELETE', path: protectionPath(ref, branch) }),
})

const issue = define({
  id: 'github:issues:create',
  description: 'Opens an issue on GitHub',
  example: `${repoLine}      title: Set up the pipeline\n`,
  input: z.object({
    ...repo,
    title: z.string().min(1),
    body: z.string().optional(),
    assignees: z.array(z.string()).optional(),
    milestone: z.union([z.string(), z.number()]).optional(),
    labels: z.array(z.string()).optional(),
  }),
  output: z.object({ issueUrl: z.string(), issueNumber: z.number() }),
  call: ({ title, body, assignees, milestone, labels }, ref) => ({
    method: 'POST',
    path: `${repositoryPath(ref)}/issues`,
    body: { title, body, assignees, milestone, labels },
  }),
  outputs: answer => ({ issueUrl: answer['html_url'], issueNumber: answer['number'] }),
  effect: { kind: 'issue', title: ({ title }) => `Issue ${title}`, address: answer => answer['html_url'] as string | undefined },
  undo: (_, ref, answer) => ({
    method: 'PATCH',
    path: `${repositoryPath(ref)}/issues/${String(answer['number'])}`,
    body: { state: 'closed' },
  }),
})

const label = define({
  id: 'github:issues:label',
  description: 'Adds labels to an issue or pull request on GitHub',
  example: `${repoLine}      number: 1\n      labels: [bug]\n`,
  input: z.object({ ...repo, number: z.coerce.number().int(), labels: z.array(z.string()).min(1) }),
  isRepeatable: true,
  call: ({ number, labels }, ref) => ({ method: 'POST', path: `${repositoryPath(ref)}/issues/${number}/labels`, body: { labels } }),
  effect: { kind: 'label', title: ({ number, labels }) => `Labels ${labels.join(', ')} on #${number}` },
})

const pages = define({
  id: 'github:pages:enable',
  description: 'Enables GitHub Pages for a repository',
  example: repoLine,
  input: z.object({
    ...repo,
    buildType: z.enum(['legacy', 'workflow']).default('workflow'),
    sourceBranch: z.string().default('main'),
    sourcePath: z.enum(['/', '/docs']).default('/'),
  }),
  call: ({ buildType, sourceBranch, sourcePath }, ref) => ({
    method: 'POST',
    path: `${repositoryPath(ref)}/pages`,
    body: { build_type: buildType, source: { branch: sourceBranch, path: sourcePath } },
  }),
  effect: { kind: 'pages', title: () => 'GitHub Pages' },
  undo: (_, ref) => ({ method: 'DELETE', path: `${repositoryPath(ref)}/pages` }),
})

const autolink = define({
  id: 'github:autolinks:create',
  description: 'Makes references such as TICKET-1 links in a repository on GitHub',
  example: `${repoLine}      keyPrefix: TICKET-\n      urlTemplate: https://example.com/<num>\n`,
  input: z.object({ ...repo, keyPrefix: z.string().min(1), urlTemplate: z.string().min(1), isAlphanumeric: z.boolean().default(true) }),
  call: ({ keyPrefix, urlTemplate, isAlphanumeric }, ref) => ({
    method: 'POST',
    path: `${repositoryPath(ref)}/autolinks`,
    body: { key_prefix: keyPrefix, url_template: urlTemplate, is_alphanumeric: isAlphanumeric },
  }),
  effect: { kind: 'autolink', title: ({ keyPrefix }) => `Autolink ${keyPrefix}` },
  undo: (_, ref, { id }) => (id === undefined ? undefined : { method: 'DELETE', path: `${repositoryPath(ref)}/autolinks/${String(id)}` }),
})

/** The small actions of GitHub. */
export function createGithubActions(dependencies: PublishDependencies): Action[] {
  return [
    createHostCallAction(dependencies, dispatch),
    createHostCallAction(dependencies, webhook),
    createHostCallAction(dependencies, protect),
    createHostCallAction(dependencies, issue),
    createHostCallAction(dependencies, label),
    createHostCallAction(dependencies, pages),
    createHostCallAction(dependencies, autolink),
  ]
}
