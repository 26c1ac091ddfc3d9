import { closeSync, openSync, readFileSync, readSync } from 'node:fs'

/** A file, or as many of its first bytes as are asked for. */
export function readStart(file: string, maxBytes?: number): Buffer {
  if (maxBytes === undefined) return readFileSync(file)
  const opened = openSync(file, 'r')
  try {
    const buffer = Buffer.alloc(maxBytes)
    return buffer.subarray(0, readSync(opened, buffer, 0, maxBytes, 0))
  } finally {
    closeSync(opened)
  }
}
