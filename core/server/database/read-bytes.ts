import type pg from 'pg'

/** What pg calls while it runs a query that is not one of its own. */
interface CopyQuery extends pg.Submittable {
  handleCopyData(message: { readonly chunk: Buffer }): void
  handleError(error: Error): void
  handleReadyForQuery(): void
  handleCommandComplete(): void
}

/** The signature of the format, its flags, and the length of an extension that PostgreSQL has never used. */
const headerBytes = 19
const countBytes = 2
const lengthBytes = 4

/**
 * The values of a query with one column, in the bytes of PostgreSQL. With `copy` each row arrives as a message whose bytes pg leaves alone;
 * the values of an ordinary query are decoded to strings, which for megabytes of text costs more than reading them.
 */
export function readBytes(client: pg.PoolClient, query: string): Promise<Buffer[]> {
  return new Promise((resolve, reject) => {
    const values: Buffer[] = []
    let isFirst = true
    const copy: CopyQuery = {
      submit: connection => void connection.query(`copy (${query}) to stdout (format binary)`),
      handleCopyData({ chunk }) {
        // The header comes with the first row. Each message is one row; the last one is an end mark, which is shorter than a row.
        const row = isFirst ? chunk.subarray(headerBytes) : chunk
        isFirst = false
        if (row.length < countBytes + lengthBytes) return
        // Copied: pg uses its buffer again for what follows.
        if (row.readInt16BE(0) === 1 && row.readInt32BE(countBytes) >= 0) values.push(Buffer.from(row.subarray(countBytes + lengthBytes)))
      },
      handleCommandComplete: () => {},
      handleError: reject,
      // After an error the promise is settled already.
      handleReadyForQuery: () => resolve(values),
    }
    client.query(copy)
  })
}
