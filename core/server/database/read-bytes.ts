import type pg from 'pg'
import { setCopySink } from './copy-socket.ts'

/** What pg calls while it runs a query that is not one of its own. */
interface CopyQuery extends pg.Submittable {
  handleCopyData(message: { readonly chunk: Buffer }): void
  handleError(error: Error): void
  handleReadyForQuery(): void
  handleCommandComplete(): void
}

/** The signature of the format, its flags, and the length of an extension that PostgreSQL has never used. */
const formatBytes = 19
const countBytes = 2
const lengthBytes = 4

/**
 * The values of a query with one column, in the bytes of PostgreSQL. With `copy` each row arrives as a message whose bytes nobody decodes; the
 * values of an ordinary query are decoded to strings, which for megabytes of text costs more than reading them. A value is valid during the
 * call only.
 */
export function readBytes(client: pg.PoolClient, query: string, onValue: (value: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let isFirst = true
    let socket: object | undefined
    function onRow(payload: Buffer): void {
      // The format begins with the first row. Each message is one row; the last one is an end mark, which is shorter than a row.
      const row = isFirst ? payload.subarray(formatBytes) : payload
      isFirst = false
      if (row.length < countBytes + lengthBytes || row.readInt16BE(0) !== 1 || row.readInt32BE(countBytes) < 0) return
      try {
        onValue(row.subarray(countBytes + lengthBytes))
      } catch (error) {
        reject(error as Error)
      }
    }
    const copy: CopyQuery = {
      submit(connection) {
        socket = (connection as unknown as { readonly stream: object }).stream
        setCopySink(socket, onRow)
        connection.query(`copy (${query}) to stdout (format binary)`)
      },
      // Of a connection that is encrypted.
      handleCopyData: ({ chunk }) => onRow(chunk),
      handleCommandComplete: () => {},
      handleError(error) {
        if (socket) setCopySink(socket, undefined)
        reject(error)
      },
      handleReadyForQuery() {
        if (socket) setCopySink(socket, undefined)
        // After an error the promise is settled already.
        resolve()
      },
    }
    client.query(copy)
  })
}
