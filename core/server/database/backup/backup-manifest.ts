import { z } from 'zod'

/** The number that changes when older programs cannot read the file any more. */
export const backupFormat = 1

const table = z.object({
  schema: z.string(),
  table: z.string(),
  columns: z.array(z.string()),
  rows: z.int().nonnegative(),
})

const sequence = z.object({ schema: z.string(), sequence: z.string(), lastValue: z.string(), isCalled: z.boolean() })

/** The first line of a backup: what is in it. */
export const BackupManifest = z.object({
  portico: z.literal('backup'),
  format: z.int(),
  /** Of the portal that made it. */
  version: z.string(),
  createdAt: z.string(),
  /** The migrations that were done, by schema. */
  migrations: z.record(z.string(), z.array(z.string())),
  /** In the order in which their rows follow. */
  tables: z.array(table),
  sequences: z.array(sequence),
})
export type BackupManifest = z.output<typeof BackupManifest>
export type BackupTable = z.output<typeof table>

/** The values of one row, as PostgreSQL writes them. */
export type BackupRow = readonly (string | null)[]
