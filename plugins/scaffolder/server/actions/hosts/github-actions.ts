import type { RepositoryRef } from '@portico/integrations/server'
import { z } from 'zod'
import type { PublishDependencies } from '../../publishing/publishing.ts'
import type { Action } from '../action.ts'
import { protectionBody, protectionInputs, repositoryPath } from './github-settings.ts'
import { createHostCallAction, type HostCallAction } from './host-call-actions.ts'

const repo = {
  repoUrl: z.string().min(1).describe('host?owner=…&repo=…, as a repository picker gives it'),
  token: z.string().optional().describe('A token of the user, in place of the credentials of the config'),
}
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
    workflowId: z.string().min(1).describe('The file name or the id of the workflow'),
    branchOrTagName: z.string().min(1).describe('The branch or tag that it runs on'),
    workflowInputs: z.record(z.string(), z.string()).optional().describe('The inputs of the workflow, by name'),
    returnWorkflowRunDetails: z.boolean().optional().describe('Whether the run that was started is given as output'),
  }),
  output: z.object({
    workflowRunId: z.number().optional().describe('The id of the run'),
    workflowRunUrl: z.string().optional().describe('The address of the run in the API'),
    workflowRunHtmlUrl: z.string().optional().describe('The address of the run for people'),
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
    webhookUrl: z.string().min(1).describe('The address that GitHub calls'),
    webhookSecret: z.string().optional().describe('Signs what GitHub sends; none by default'),
    events: z.array(z.string()).default(['push']).describe('The events that are sent'),
    active: z.boolean().default(true).describe('Whether events are sent from now on'),
    contentType: z.enum(['form', 'json']).default('form').describe('How events are written'),
    insecureSsl: z.boolean().default(false).describe('Lets GitHub call an address whose certificate it cannot verify'),
  }),
  supportsDryRun: true,
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
    enforceAdmins: z.boolean().default(true).describe('The rules hold for administrators too'),
    blockCreations: z.boolean().optional().describe('Only those of restrictions may create branches that fit'),
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
    title: z.string().min(1).describe('The title of the issue'),
    body: z.string().optional().describe('The text of the issue, in Markdown'),
    assignees: z.array(z.string()).optional().describe('The names of users it is assigned to'),
    milestone: z.union([z.string(), z.number()]).optional().describe('The number of the milestone'),
    labels: z.array(z.string()).optional().describe('The names of its labels'),
  }),
  output: z.object({
    issueUrl: z.string().describe('The address of the issue'),
    issueNumber: z.number().describe('The number of the issue'),
  }),
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
  input: z.object({
    ...repo,
    number: z.coerce.number().int().describe('The number of the issue or pull request'),
    labels: z.array(z.string()).min(1).describe('The names of the labels that it gets'),
  }),
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
    buildType: z.enum(['legacy', 'workflow']).default('workflow').describe('workflow builds with GitHub Actions, legacy from a branch'),
    sourceBranch: z.string().default('main').describe('The branch with the pages'),
    sourcePath: z.enum(['/', '/docs']).default('/').describe('The folder with the pages'),
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
  input: z.object({
    ...repo,
    keyPrefix: z.string().min(1).describe('What references begin with, such as TICKET-'),
    urlTemplate: z.string().min(1).describe('The address that they lead to, with <num> in place of the number'),
    isAlphanumeric: z.boolean().default(true).describe('Whether letters may follow the prefix, and not only digits'),
  }),
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
