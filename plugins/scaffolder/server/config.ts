import { durationMs, frontendSections, notice, secret, unused } from '@portico/core/server'
import { templateGroupsSection } from '@portico/scaffolder/common'
import { z } from 'zod'

const author = z.object({ name: z.string().optional(), email: z.string().optional() })

const taskRecovery = z
  .object({
    enabled: z.boolean().default(true).describe('Whether a task goes on at another server when its own one stops'),
    staleTimeout: durationMs.prefault('30s').describe('How long a server may be silent before its tasks go to another'),
    workspaceProvider: z
      .enum(['database', 'awsS3', 'googleGcs', 'azureBlobStorage'])
      .default('database')
      .describe('Where the files of tasks are kept'),
    bucket: z
      .object({
        name: z.string().min(1),
        settings: secret(z.record(z.string(), z.unknown())).default({}).describe('As an entry of integrations of that type'),
      })
      .exactOptional()
      .describe('For a provider other than the database'),
    maxWorkspaceMegabytes: z
      .number()
      .int()
      .positive()
      .max(500)
      .default(50)
      .describe('Larger workspaces are not kept: such a task starts over, and its files cannot be downloaded'),
  })
  .refine(({ workspaceProvider, bucket }) => (workspaceProvider === 'database') === (bucket === undefined), {
    path: ['bucket'],
    error: 'is needed for a workspaceProvider other than database, and for no other',
  })
  .prefault({})

const approvalRule = z.object({
  actions: z.array(z.string().min(1)).min(1).describe('Ids of actions; * stands for any text'),
  approvers: z.array(z.string().min(1)).min(1).describe('Refs of groups and users'),
  reason: z.string().exactOptional(),
  timeout: durationMs.prefault({ days: 7 }),
})

const program = {
  timeout: durationMs.prefault('10m').describe('Then it is ended, with everything it started'),
  maxMemoryMegabytes: z.number().int().positive().default(2048).describe('Of it and everything it started; on Linux'),
  environment: z.record(z.string(), z.string()).default({}).describe('Variables that it gets besides PATH, HOME, LANG and CI'),
}

const command = z.array(z.string().min(1)).min(1)

export type ProgramSettings = NonNullable<ScaffolderSection['rails']>

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
  workspaceRetention: durationMs
    .prefault({ days: 30 })
    .describe('How long the files of ended tasks are kept: to be downloaded, and for a retry'),
  secretsKey: secret(z.string().min(16))
    .exactOptional()
    .describe('Encrypts secrets of tasks in the database; without it a key that is stored there is used'),
  requireScmUserCredentials: z.boolean().default(false).describe('Whether steps that publish need a token of the user'),
  workingDirectory: z.string().exactOptional().describe('Where workspaces are; the system folder for temporary files by default'),
  approvals: z.array(approvalRule).default([]).describe('Actions that need the yes of somebody in every template'),
  waitTopics: z
    .array(
      z.object({
        topic: z.string().min(1),
        fields: z
          .array(
            z
              .string()
              .regex(
                /^(?!(?:.*\.)?(?:__proto__|constructor|prototype)(?:\.|$))[^.]+(?:\.[^.]+)*$/,
                'expected a field, or a.b for one inside another',
              ),
          )
          .max(100)
          .default([])
          .describe('The fields of its events that templates may see and match; none by default'),
      }),
    )
    .default([])
    .describe('Topics of the bus that steps may wait for, beside those that plugins offer'),
  http: z
    .object({
      allowedMethods: z.array(z.string()).exactOptional().describe('Which methods http:backstage:request may use; all by default'),
      maxMegabytes: z.int().min(1).max(100).default(10).describe('How large an answer to http:backstage:request may be'),
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
  rails: z
    .object({ command: command.default(['rails']), ...program })
    .exactOptional()
    .describe('Lets fetch:rails run this program as the user of the server; off by default'),
  yeoman: z
    .object({
      command: command.default(['yo']),
      generators: z.array(z.string().min(1)).min(1).describe('Which generators templates may run; * stands for any name'),
      ...program,
    })
    .exactOptional()
    .describe('Lets run:yeoman run this program as the user of the server; off by default'),
  processingInterval: unused('has no effect: tasks start at once'),
  EXPERIMENTAL_recoverTasks: notice(z.boolean().exactOptional(), () => 'has moved: it is scaffolder.taskRecovery.enabled'),
})

export type ScaffolderSection = z.output<typeof ScaffolderSection>

/** `confluence`: the Confluence whose pages confluence:transform:markdown reads. */
const ConfluenceSection = z.object({
  baseUrl: z.url().describe('The only Confluence that is called; that of the cloud ends in /wiki'),
  auth: z.discriminatedUnion('type', [
    z.object({ type: z.literal('bearer'), token: secret(z.string().min(1)) }),
    z.object({ type: z.literal('basic'), email: z.string().min(1), token: secret(z.string().min(1)) }),
    z.object({ type: z.literal('userpass'), username: z.string().min(1), password: secret(z.string().min(1)) }),
  ]),
})

export type ConfluenceSection = z.output<typeof ConfluenceSection>

export const scaffolderSections = {
  scaffolder: ScaffolderSection.prefault({}),
  confluence: ConfluenceSection.optional(),
  ...frontendSections(templateGroupsSection),
}

/** The keys that a running server follows. */
export const followedKeys = [
  'defaultAuthor',
  'defaultCommitMessage',
  'defaultEnvironment',
  'approvals',
  'waitTopics',
  'taskRetention',
  'http',
] as const satisfies readonly (keyof ScaffolderSection)[]
