import { durationMs, frontendSections, notice, secret, unused } from '@portico/core/server'
import { templateGroupsSection } from '@portico/scaffolder/common'
import { z } from 'zod'

const author = z.object({ name: z.string().optional(), email: z.string().optional() })

const taskRecovery = z
  .object({
    enabled: z.boolean().default(true).describe('Whether a task goes on at another server when its own one stops'),
    staleTimeout: durationMs.prefault('30s').describe('How long a server may be silent before its tasks go to another'),
    workspaceProvider: z.enum(['database']).default('database').describe('Where the files of tasks under way are kept'),
    maxWorkspaceMegabytes: z
      .number()
      .int()
      .positive()
      .max(500)
      .default(50)
      .describe('Larger workspaces are not kept: such a task starts over'),
  })
  .prefault({})

const approvalRule = z.object({
  actions: z.array(z.string().min(1)).min(1).describe('Ids of actions; * stands for any text'),
  approvers: z.array(z.string().min(1)).min(1).describe('Refs of groups and users'),
  reason: z.string().exactOptional(),
  timeout: durationMs.prefault({ days: 7 }),
})

/** `scaffolder`: how templates are run. */
export const ScaffolderSection = z.object({
  defaultAuthor: author.prefault({}).describe('Who commits where a template names nobody'),
  defaultCommitMessage: z.string().default('initial commit'),
  defaultCommitSigningKey: secret(z.string()).exactOptional(),
  defaultEnvironment: z
    .object({
      parameters: z.record(z.string(), z.unknown()).default({}).describe('What every template reads as environment.parameters'),
      secrets: secret(z.record(z.string(), z.string())).default({}).describe('The same for secrets, in the input of steps only'),
    })
    .prefault({}),
  concurrentTasksLimit: z.number().int().min(1).max(1000).default(10).describe('How many tasks one server runs at once'),
  taskTimeout: durationMs.prefault({ hours: 24 }).describe('How long a task may run, without the time it waits'),
  taskRecovery,
  taskRetention: durationMs.prefault({ days: 365 }).describe('How long ended tasks, their logs and their ledgers are kept'),
  secretsKey: secret(z.string().min(16))
    .exactOptional()
    .describe('Encrypts secrets of tasks in the database; without it, with a key that is stored there too'),
  requireScmUserCredentials: z.boolean().default(false).describe('Whether steps that publish need a token of the user'),
  workingDirectory: z.string().exactOptional().describe('Where workspaces are; the system folder for temporary files by default'),
  approvals: z.array(approvalRule).default([]).describe('Actions that need the yes of somebody in every template'),
  http: z
    .object({
      allowedMethods: z.array(z.string()).exactOptional().describe('Which methods http:backstage:request may use; all by default'),
      allowedHosts: unused('has no effect: http:backstage:request calls plugins of the portal only'),
    })
    .prefault({}),
  argocd: z
    .array(z.object({ name: z.string().min(1), url: z.url(), token: secret(z.string().min(1)) }))
    .default([])
    .describe('Instances of Argo CD, for argocd:create-resources'),
  sentry: z
    .object({
      apiBaseUrl: z.url().default('https://sentry.io/api/0').describe('The only host that sentry:* may call'),
      token: secret(z.string().min(1)).exactOptional(),
    })
    .prefault({})
    .describe('Sentry, for sentry:project:create and sentry:fetch:dsn'),
  processingInterval: unused('has no effect: tasks start at once'),
  EXPERIMENTAL_recoverTasks: notice(z.boolean().exactOptional(), () => 'has moved: it is scaffolder.taskRecovery.enabled'),
})

export type ScaffolderSection = z.output<typeof ScaffolderSection>

export const scaffolderSections = { scaffolder: ScaffolderSection.prefault({}), ...frontendSections(templateGroupsSection) }
