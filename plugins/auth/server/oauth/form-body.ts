import { AppError } from '@portico/core/common'
import type { Upload } from '@portico/core/server'

const maxBytes = 100_000

/** The fields of a form that an identity provider lets the browser post. */
export async function readForm(stream: Upload): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of (stream ?? []) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw new AppError('PayloadTooLargeError', 'The form is too large')
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}
