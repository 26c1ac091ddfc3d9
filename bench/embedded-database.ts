import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** Runs statements in the embedded database of a server that runs on a data folder. */
export async function withDatabase(folder: string, run: (client: pg.Client) => Promise<void>): Promise<void> {
  const host = readFileSync(join(folder, 'postgres', 'postgres', 'postmaster.pid'), 'utf8').split('\n')[4]!
  const client = new pg.Client({ host, user: 'portico', database: 'portico' })
  await client.connect()
  try {
    await run(client)
  } finally {
    await client.end()
  }
}
