import { backendUrlSection, webAddress } from '@portico/core/common'
import { z } from 'zod'
import { durationMs } from '../duration.ts'
import { frontend, secret, unused } from '../schema.ts'
import { DatabaseSection } from './database-section.ts'
import { BackendAuth } from './external-access.ts'

const port = z.int().min(0, 'expected a port from 0 to 65535').max(65_535, 'expected a port from 0 to 65535')

/** `:7007`, `7007`, `127.0.0.1:7007` or `[::1]:7007`. */
const listenText = z.string().transform((text, context) => {
  const match = /^(?:(?:\[([^\]]+)\]|([^:[\]]*)):)?(\d{1,5})$/.exec(text.trim())
  const number = Number(match?.[3] ?? NaN)
  if (!match || number > 65_535) {
    context.addIssue({
      code: 'custom',
      message: `expected a port or host:port such as :7007 or 127.0.0.1:7007, not '${text}'`,
      input: text,
    })
    return z.NEVER
  }
  const host = match[1] ?? match[2]
  return { port: number, ...(host && { host }) }
})

const listen = z
  .union([
    listenText,
    port.transform(number => ({ port: number })),
    z.object({ port: port.default(7007), host: z.string().min(1).exactOptional() }),
  ])
  .transform((address): { port: number; host?: string } => address)

const texts = z.union([z.string(), z.array(z.string())])

const cors = z.object({
  origin: z.union([z.boolean(), texts]).optional().describe('The origins that may call, as globs'),
  methods: texts.optional().describe('Default GET, HEAD, PUT, PATCH, POST, DELETE'),
  allowedHeaders: texts.optional().describe('Default: those that the preflight request names'),
  exposedHeaders: texts.optional(),
  credentials: z.boolean().optional().describe('Whether cookies may be sent along'),
  maxAge: z.number().nonnegative().optional().describe('How many seconds the answer may be cached'),
  preflightContinue: unused(),
  optionsSuccessStatus: unused(),
})

const rateLimits = z.object({
  window: durationMs.prefault('1m').describe('Over how long requests are counted'),
  incomingRequestLimit: z.int().positive().default(600).describe('How many requests one address may send in that time'),
  ipAllowList: z.array(z.string()).default([]).describe('Addresses that are not counted'),
  global: unused(),
  plugin: unused('has no effect: one limit holds for all plugins'),
  skipSuccesfulRequests: unused(),
  skipFailedRequests: unused(),
  passOnStoreError: unused(),
})

const rateLimit = z.union([z.boolean(), rateLimits]).transform(given => {
  if (given === false) return undefined
  const { window, incomingRequestLimit, ipAllowList } = given === true ? rateLimits.parse({}) : given
  return { windowMs: window, limit: incomingRequestLimit, ipAllowList }
})

const actionFilter = z.object({
  id: z.string().optional(),
  attributes: z
    .object({ destructive: z.boolean().optional(), readOnly: z.boolean().optional(), idempotent: z.boolean().optional() })
    .optional(),
})

const telemetry = z.object({
  prometheus: z.boolean().default(true).describe('Whether metrics can be read at /metrics'),
  otlp: z
    .object({
      endpoint: webAddress().describe('Where traces are sent'),
      headers: secret(z.record(z.string(), z.string())).default({}).describe('Sent along, for instance an API key'),
      sampleRatio: z.number().min(0).max(1).default(1).describe('The share of traces that is kept'),
    })
    .optional(),
})

/** `backend`: the server. */
export const BackendSection = z.object({
  baseUrl: frontend(backendUrlSection.schema),
  listen: listen.prefault(':7007').describe('Port, host:port, or { port, host }'),
  https: z
    .union([z.literal(false), z.object({ certificate: z.object({ cert: z.string(), key: secret(z.string()) }) })])
    .optional()
    .describe('The certificate and its key, both as PEM; use $file to read them from files'),
  trustProxy: z.union([z.boolean(), z.number(), texts]).optional().describe('Which proxies in front of the server are trusted'),
  cors: cors.optional().describe('Which other web pages may call the server'),
  csp: z
    .record(z.string(), z.union([z.literal(false), texts]))
    .optional()
    .describe('Directives of the content security policy; false removes one'),
  rateLimit: rateLimit.optional().describe('true, or how many requests one address may send'),
  health: z
    .object({ headers: z.record(z.string(), z.string()).default({}) })
    .prefault({})
    .describe('Headers of the health routes'),
  auth: BackendAuth.prefault({}),
  database: DatabaseSection.prefault({}),
  dataFolder: z.string().min(1).default('.portico').describe('Where the server keeps files'),
  workingDirectory: z.string().optional().describe('Where work in progress is kept; the system folder for temporary files by default'),
  reading: z
    .object({ allow: z.array(z.object({ host: z.string(), paths: z.array(z.string()).optional() })).default([]) })
    .prefault({})
    .describe('Addresses that may be read besides those of integrations'),
  actions: z
    .object({
      pluginSources: z.array(z.string()).default([]).describe('Plugins whose actions can be invoked'),
      filter: z.object({ include: z.array(actionFilter).optional(), exclude: z.array(actionFilter).optional() }).optional(),
    })
    .prefault({}),
  telemetry: telemetry.prefault({}),
  log: z.object({ level: z.enum(['debug', 'info', 'warn', 'error']).default('info') }).prefault({}),
  lifecycle: z
    .object({
      startupRequestPauseTimeout: durationMs.prefault('5s').describe('How long early requests wait for a plugin that starts'),
      serverShutdownTimeout: durationMs.prefault('15s').describe('How long requests in flight may take when the server stops'),
    })
    .prefault({}),
  openConnections: z
    .object({
      perUser: z.int().positive().default(100).describe('How many WebSockets and event streams one user may have open at one server'),
      others: z
        .int()
        .positive()
        .default(1000)
        .describe('How many one program may have open, and all anonymous callers and guests together'),
    })
    .prefault({}),
  watchdog: z
    .object({
      timeout: z
        .union([z.literal(false), durationMs])
        .prefault('10s')
        .describe('How long the server may be stuck in one piece of code before its process is ended; false turns this off'),
    })
    .prefault({}),
  cache: unused('has no effect: cached data is stored in PostgreSQL'),
  packages: unused(),
  logger: unused('has no effect: see backend.log.level'),
  metrics: unused('has no effect: see backend.telemetry'),
  audit: z
    .object({ retention: durationMs.prefault({ days: 365 }).describe('How long audit events are kept') })
    .prefault({})
    .describe('The audit trail'),
  auditor: unused(),
})

export type BackendSection = z.output<typeof BackendSection>
