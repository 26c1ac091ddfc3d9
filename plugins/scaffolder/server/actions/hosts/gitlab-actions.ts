import { z } from 'zod'
import type { PublishDependencies } from '../../publishing/publishing.ts'
import type { Action } from '../action.ts'
import { createHostCallAction, type HostCallAction } from './host-call-actions.ts'

const repo = {
  repoUrl: z.string().min(1).describe('host?owner=…&repo=…, as a repository picker gives it'),
  token: z.string().optional().describe('A token of the user, in place of the credentials of the config'),
}
const projectId = z.union([z.number(), z.string()]).describe('The id of the project')
const repoLine = '      repoUrl: ${{ parameters.repoUrl }}\n'
const projectLine = "      projectId: ${{ steps['publish'].output.projectId }}\n"
const project = (id: number | string) => `/projects/${encodeURIComponent(String(id))}`

function define<I extends z.ZodType>(action: HostCallAction<I>): HostCallAction<I> {
  return action
}

const issueFields = {
  title: z.string().min(1).describe('The title of the issue'),
  description: z.string().optional().describe('The text of the issue, in Markdown'),
  assignees: z.array(z.number()).optional().describe('The ids of users it is assigned to'),
  labels: z.string().optional().describe('Its labels, with commas between them'),
  dueDate: z.string().optional().describe('The day it is due, such as 2030-01-31'),
  confidential: z.boolean().optional().describe('Only members of the project see it'),
}

const issue = define({
  id: 'gitlab:issues:create',
  description: 'Opens an issue on GitLab',
  example: `${repoLine}${projectLine}      title: Set up the pipeline\n`,
  input: z.object({ ...repo, projectId, ...issueFields }),
  output: z.object({
    issueUrl: z.string().describe('The address of the issue'),
    issueId: z.number().describe('The id of the issue in all of GitLab'),
    issueIid: z.number().describe('The number of the issue in its project'),
  }),
  call: input => ({
    method: 'POST',
    path: `${project(input.projectId)}/issues`,
    body: {
      title: input.title,
      description: input.description,
      assignee_ids: input.assignees,
      labels: input.labels,
      due_date: input.dueDate,
      confidential: input.confidential,
    },
  }),
  outputs: answer => ({ issueUrl: answer['web_url'], issueId: answer['id'], issueIid: answer['iid'] }),
  effect: { kind: 'issue', title: ({ title }) => `Issue ${title}`, address: answer => answer['web_url'] as string | undefined },
  undo: (input, _, answer) => ({
    method: 'PUT',
    path: `${project(input.projectId)}/issues/${String(answer['iid'])}`,
    body: { state_event: 'close' },
  }),
})

const editIssue = define({
  id: 'gitlab:issue:edit',
  description: 'Changes an issue on GitLab',
  example: `${repoLine}${projectLine}      issueIid: 1\n      title: Another title\n`,
  input: z.object({
    ...repo,
    projectId,
    issueIid: z.coerce.number().int().describe('The number of the issue in its project'),
    ...issueFields,
    title: z.string().optional().describe('The new title of the issue'),
    stateEvent: z.enum(['close', 'reopen']).optional().describe('Closes it, or opens it again'),
  }),
  output: z.object({
    issueUrl: z.string().describe('The address of the issue'),
    issueId: z.number().describe('The id of the issue in all of GitLab'),
    issueIid: z.number().describe('The number of the issue in its project'),
    state: z.string().describe('opened or closed'),
  }),
  isRepeatable: true,
  call: input => ({
    method: 'PUT',
    path: `${project(input.projectId)}/issues/${input.issueIid}`,
    body: {
      title: input.title,
      description: input.description,
      assignee_ids: input.assignees,
      labels: input.labels,
      due_date: input.dueDate,
      state_event: input.stateEvent,
    },
  }),
  outputs: answer => ({ issueUrl: answer['web_url'], issueId: answer['id'], issueIid: answer['iid'], state: answer['state'] }),
  effect: { kind: 'issue', title: ({ issueIid }) => `Changed the issue ${issueIid}` },
})

const variable = define({
  id: 'gitlab:projectVariable:create',
  description: 'Adds a CI variable to a project on GitLab',
  example: `${repoLine}${projectLine}      key: REGION\n      value: north\n      variableType: env_var\n`,
  input: z.object({
    ...repo,
    projectId,
    key: z.string().min(1).describe('The name of the variable'),
    value: z.string().describe('What it is'),
    variableType: z.enum(['env_var', 'file']).describe('Whether it is a text, or a file with that text'),
    variableProtected: z.boolean().default(false).describe('Only protected branches and tags get it'),
    masked: z.boolean().default(false).describe('Logs do not show it'),
    maskedAndHidden: z.boolean().optional().describe('Neither logs nor settings show it'),
    raw: z.boolean().default(false).describe('$ in it means nothing'),
    environmentScope: z.string().default('*').describe('The environments that get it; * is all'),
  }),
  call: input => ({
    method: 'POST',
    path: `${project(input.projectId)}/variables`,
    body: {
      key: input.key,
      value: input.value,
      variable_type: input.variableType,
      protected: input.variableProtected,
      masked: input.masked,
      masked_and_hidden: input.maskedAndHidden,
      raw: input.raw,
      environment_scope: input.environmentScope,
    },
  }),
  effect: { kind: 'variable', title: ({ key }) => `Variable ${key}` },
  undo: input => ({ method: 'DELETE', path: `${project(input.projectId)}/variables/${encodeURIComponent(input.key)}` }),
})

const accessToken = define({
  id: 'gitlab:projectAccessToken:create',
  description: 'Makes an access token of a project on GitLab, which nobody sees',
  example: `${repoLine}${projectLine}      name: deploy\n      scopes: [read_repository]\n`,
  input: z.object({
    ...repo,
    projectId,
    name: z.string().optional().describe('The name of the token'),
    accessLevel: z.number().optional().describe('10 is guest, 20 reporter, 30 developer, 40 maintainer, 50 owner'),
    scopes: z.array(z.string()).optional().describe('What it may do, such as read_repository'),
    expiresAt: z.string().optional().describe('The day it ends, such as 2030-01-31'),
  }),
  output: z.object({ access_token: z.string().describe('The token') }),
  call: input => ({
    method: 'POST',
    path: `${project(input.projectId)}/access_tokens`,
    body: {
      name: input.name ?? 'portico',
      access_level: input.accessLevel ?? 40,
      scopes: input.scopes ?? ['api'],
      expires_at: input.expiresAt,
    },
  }),
  secretsOf: answer => [String(answer['token'] ?? '')],
  outputs: answer => ({ access_token: answer['token'] }),
  effect: { kind: 'access-token', title: ({ name }) => `Access token ${name ?? ''}`.trim() },
  undo: (input, _, answer) => ({ method: 'DELETE', path: `${project(input.projectId)}/access_tokens/${String(answer['id'])}` }),
})

const deployToken = define({
  id: 'gitlab:projectDeployToken:create',
  description: 'Makes a deploy token of a project on GitLab, which nobody sees',
  example: `${repoLine}${projectLine}      name: deploy\n      scopes: [read_repository]\n`,
  input: z.object({
    ...repo,
    projectId,
    name: z.string().min(1).describe('The name of the token'),
    username: z.string().optional().describe('The user name that goes with it'),
    scopes: z.array(z.string()).min(1).describe('What it may do, such as read_repository'),
  }),
  output: z.object({ deploy_token: z.string().describe('The token'), user: z.string().describe('The user name that goes with it') }),
  call: input => ({
    method: 'POST',
    path: `${project(input.projectId)}/deploy_tokens`,
    body: { name: input.name, username: input.username, scopes: input.scopes },
  }),
  secretsOf: answer => [String(answer['token'] ?? '')],
  outputs: answer => ({ deploy_token: answer['token'], user: answer['username'] }),
  effect: { kind: 'deploy-token', title: ({ name }) => `Deploy token ${name}` },
  undo: (input, _, answer) => ({ method: 'DELETE', path: `${project(input.projectId)}/deploy_tokens/${String(answer['id'])}` }),
})

const pipeline = define({
  id: 'gitlab:pipeline:trigger',
  description: 'Starts a pipeline of a project on GitLab',
  example: `${repoLine}${projectLine}      tokenDescription: portico\n      branch: main\n`,
  input: z.object({
    ...repo,
    projectId,
    tokenDescription: z.string().describe('Has no effect: no trigger token is made'),
    branch: z.string().min(1).describe('The branch that it runs on'),
    variables: z.record(z.string(), z.string()).optional().describe('Variables of the pipeline, by name'),
  }),
  output: z.object({ pipelineUrl: z.string().describe('The address of the pipeline') }),
  call: input => ({
    method: 'POST',
    path: `${project(input.projectId)}/pipeline`,
    body: { ref: input.branch, variables: Object.entries(input.variables ?? {}).map(([key, value]) => ({ key, value })) },
  }),
  outputs: answer => ({ pipelineUrl: answer['web_url'] }),
  effect: {
    kind: 'pipeline',
    title: ({ branch }) => `Started a pipeline on ${branch}`,
    address: answer => answer['web_url'] as string | undefined,
  },
  undo: (input, _, answer) => ({ method: 'POST', path: `${project(input.projectId)}/pipelines/${String(answer['id'])}/cancel` }),
})

const userInfo = define({
  id: 'gitlab:user:info',
  description: 'Reads a user of GitLab; the owner of the token by default',
  example: repoLine,
  input: z.object({
    ...repo,
    userId: z.union([z.number(), z.string()]).optional().describe('The id of the user; the owner of the token by default'),
  }),
  output: z.object({
    id: z.number().describe('The id of the user'),
    username: z.string().describe('The user name'),
    name: z.string().describe('The name people know'),
    state: z.string().describe('Whether the user is active'),
    webUrl: z.string().describe('The address of the profile'),
    email: z.string().optional().describe('The public e-mail address'),
  }),
  isRepeatable: true,
  call: ({ userId }) => ({ path: userId === undefined ? '/user' : `/users/${encodeURIComponent(String(userId))}` }),
  outputs: ({ id, username, name, state, web_url, email }) => ({
    id,
    username,
    name,
    state,
    webUrl: web_url,
    ...(email !== undefined && { email }),
  }),
  effect: { kind: 'request', title: ({ userId }) => `Read the user ${userId ?? 'of the token'}` },
})

/** The small actions of GitLab. */
export function createGitlabActions(dependencies: PublishDependencies): Action[] {
  return [
    createHostCallAction(dependencies, issue),
    createHostCallAction(dependencies, editIssue),
    createHostCallAction(dependencies, variable),
    createHostCallAction(dependencies, accessToken),
    createHostCallAction(dependencies, deployToken),
    createHostCallAction(dependencies, pipeline),
    createHostCallAction(dependencies, userInfo),
  ]
}
