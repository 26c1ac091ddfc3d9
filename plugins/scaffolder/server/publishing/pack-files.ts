import { inputError, unavailableError, type AppError } from '@portico/core/common'
import { BoundedProcessError, startBoundedProcess } from '@portico/core/server/worker'
import { limitExceeded } from '../errors.ts'
import type { PackedCommit, PackMessage } from './pack-worker.ts'

const timeoutMs = 120_000
const heapMegabytes = 192
const maxResidentBytes = 2 ** 30

/** Packs files as one commit, in a process of its own that reads the folder and nothing else: the server goes on meanwhile. */
export async function packFiles(message: PackMessage, signal: AbortSignal): Promise<PackedCommit> {
  const child = startBoundedProcess({
    module: new URL('./pack-worker.ts', import.meta.url),
    readable: [message.folder, `${message.folder}/*`],
    heapMegabytes,
    maxResidentBytes,
    serialization: 'advanced',
  })
  try {
    return await child.ask<PackedCommit>(message, { timeoutMs, signal })
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof BoundedProcessError ? toPackError(error) : error
  } finally {
    child.stop()
  }
}

function toPackError({ reason, message }: BoundedProcessError): AppError {
  if (reason === 'failure') return inputError(`The commit could not be made: ${message}`, { code: 'scaffolder.pack-failed' })
  if (reason === 'timeout') return limitExceeded(`Packing the files for the push took longer than ${timeoutMs / 1000} s`)
  if (reason === 'memory')
    return limitExceeded(`Packing the files for the push needed more than ${maxResidentBytes / 2 ** 20} MB of memory`)
  return unavailableError('The process that packs files for a push could not be used', { code: 'scaffolder.pack-failed' })
}
