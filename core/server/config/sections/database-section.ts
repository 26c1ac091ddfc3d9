import { z } from 'zod'
import { durationMs } from '../duration.ts'
import { notice, secret, unused } from '../schema.ts'

const sqliteClients = ['better-sqlite3', 'sqlite3']

const ssl = z.union([
  z.boolean(),
  z.object({
    rejectUnauthorized: z.boolean().optional().describe('Whether the certificate of the database is checked'),
    ca: z.string().optional().describe('The certificate of the authority, as PEM'),
    cert: z.string().optional().describe('Our certificate, as PEM'),
    key: secret(z.string()).optional().describe('Our private key, as PEM'),
    servername: z.string().optional(),
  }),
])

const connectionObject = z.object({
  host: z.string().optional(),
  port: z.int().min(1).max(65_535).optional(),
  user: z.string().optional(),
  password: secret(z.string()).optional(),
  database: z.string().optional(),
  ssl: ssl.optional(),
  connectionString: secret(z.string()).optional().describe('All of it as one postgres:// address'),
  filename: z.string().optional().describe('Of SQLite, not used'),
  directory: z.string().optional().describe('Of SQLite, not used'),
})

const pool = z.object({
  min: z.int().nonnegative().optional().describe('Not used: connections are opened when needed'),
  max: z.int().min(2, 'expected at least 2').default(10).describe('The maximum number of connections of one server'),
  idleTimeout: durationMs.prefault('30s').describe('How long a connection stays open unused'),
  acquireTimeout: durationMs.prefault('10s').describe('How long a request waits for a connection'),
})

const written = z.object({
  client: notice(z.enum(['pg', ...sqliteClients]), value =>
    sqliteClients.includes(String(value))
      ? 'SQLite is not used: without a postgres:// connection the embedded PostgreSQL is used'
      : undefined,
  ).optional(),
  connection: z
    .union([secret(z.string()), connectionObject])
    .optional()
    .describe('A postgres:// address, or host, port, user, password, database and ssl. Without it, the embedded PostgreSQL is used'),
  pool: pool.prefault({}),
  statementTimeout: durationMs.prefault('60s').describe('No statement may take longer'),
  acceptIrreversible: z
    .string()
    .optional()
    .describe('The version whose migrations may run although they cannot be undone. Make a backup first'),
  dataFolder: z.string().optional().describe('Where the embedded PostgreSQL keeps its data, when not inside backend.dataFolder'),
  plugin: unused('has no effect: every plugin has its own schema in the one database'),
  prefix: unused('has no effect: every plugin has its own schema in the one database'),
  pluginDivisionMode: unused(),
  ensureExists: unused(),
  ensureSchemaExists: unused(),
  skipMigrations: unused('has no effect: migrations always run'),
  knexConfig: unused('has no effect: see backend.database.pool'),
  role: unused(),
})

/** `backend.database`: the PostgreSQL server; `connection` is absent for the embedded one. */
export const DatabaseSection = written.transform(
  ({ client, connection, pool: { max, idleTimeout, acquireTimeout }, statementTimeout, acceptIrreversible, dataFolder }, context) => {
    const { mistake, target } = toConnection(connection, client !== undefined && sqliteClients.includes(client))
    if (mistake !== undefined) context.issues.push({ code: 'custom', message: mistake, input: connection, path: ['connection'] })
    return {
      connection: target,
      pool: { max, idleTimeoutMs: idleTimeout, acquireTimeoutMs: acquireTimeout },
      statementTimeoutMs: statementTimeout,
      acceptIrreversible,
      dataFolder,
    }
  },
)

export type DatabaseSection = z.output<typeof DatabaseSection>

type Written = z.output<typeof written>['connection']
type Target = string | Omit<z.output<typeof connectionObject>, 'connectionString' | 'filename' | 'directory'>

/** SQLite settings of an existing file mean that no database is configured. */
function toConnection(connection: Written, sqlite: boolean): { mistake?: string; target?: Target } {
  if (connection === undefined || connection === '') return {}
  const address = typeof connection === 'string' ? connection : connection.connectionString
  if (address !== undefined && /^postgres(?:ql)?:\/\//i.test(address) && URL.canParse(address)) return { target: address }
  if (sqlite || address === ':memory:') return {}
  if (typeof connection === 'string' || address !== undefined)
    return { mistake: 'expected an address such as postgres://user:password@host:5432/database' }
  const { connectionString: _connectionString, filename, directory, ...target } = connection
  if (Object.keys(target).length > 0) return { target }
  return filename !== undefined || directory !== undefined
    ? {}
    : { mistake: 'expected at least one of host, port, user, password, database' }
}
