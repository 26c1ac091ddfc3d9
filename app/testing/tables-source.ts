import type { Database } from '@portico/core/server'

interface Column {
  readonly table: string
  readonly column: string
  /** As PostgreSQL names it: `text`, `int8`, `_text` for `text[]`. */
  readonly type: string
  readonly isNullable: boolean
  readonly hasDefault: boolean
  /** The database alone gives its value. */
  readonly isGenerated: boolean
}

/** What the driver returns; and what it takes, where that is more or less. */
interface ColumnTypes {
  readonly read: string
  readonly written?: string
}

const text = { read: 'string' }
const number = { read: 'number' }
// The driver would turn an array into an array of PostgreSQL, so JSON is always written as text.
const json = { read: 'unknown', written: 'string' }
const large = { read: 'string', written: 'string | number' }
const typeOf: Readonly<Record<string, ColumnTypes>> = {
  bool: { read: 'boolean' },
  bytea: { read: 'Buffer' },
  date: { read: 'Date' },
  float4: number,
  float8: number,
  int2: number,
  int4: number,
  int8: large,
  json,
  jsonb: json,
  numeric: large,
  text,
  timestamptz: { read: 'Date' },
  uuid: text,
  varchar: text,
  xid8: text,
}

/** The TypeScript of one schema: an interface with its tables, as Kysely takes it. */
export async function readTableTypes(pool: Database['pool'], schema: string): Promise<string> {
  const { rows } = await pool.query<Column>(
    `select c.relname as table, a.attname as column, t.typname as type, not a.attnotnull as "isNullable",
       a.atthasdef or a.attidentity <> '' as "hasDefault", a.attgenerated <> '' or a.attidentity = 'a' as "isGenerated"
     from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
     where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped
       and c.relname not like 'kysely%'
     order by c.relname, a.attnum`,
    [`"${schema}"`],
  )
  const tables = [...Map.groupBy(rows, row => row.table)].map(([name, columns]) =>
    [`  ${name}: {`, ...columns.map(each => `    ${each.column}: ${toType(each)}`), '  }'].join('\n'),
  )
  const body = tables.join('\n')
  const imported = ['ColumnType', 'Generated', 'GeneratedAlways'].filter(name => body.includes(`${name}<`))
  return [
    '// Written by `npm run tables` from the migrations. Do not edit.',
    ...(imported.length > 0 ? [`import type { ${imported.join(', ')} } from 'kysely'`] : []),
    '',
    `export interface ${toPascal(schema)}Tables {`,
    body,
    '}',
    '',
  ].join('\n')
}

function toType({ type, table, column, isNullable, hasDefault, isGenerated }: Column): string {
  const isArray = type.startsWith('_')
  const types = typeOf[isArray ? type.slice(1) : type]
  if (!types) throw new Error(`${table}.${column} has the type ${type}. Say in app/testing/tables-source.ts what the driver returns for it`)
  const orNull = isNullable ? ' | null' : ''
  const read = `${isArray ? `${types.read}[]` : types.read}${types.read === 'unknown' ? '' : orNull}`
  if (isGenerated) return `GeneratedAlways<${read}>`
  if (types.written === undefined) return hasDefault ? `Generated<${read}>` : read
  const written = `${isArray ? `(${types.written})[]` : types.written}${orNull}`
  return `ColumnType<${read}, ${written}${hasDefault ? ' | undefined' : ''}, ${written}>`
}

function toPascal(schema: string): string {
  return schema.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
}
