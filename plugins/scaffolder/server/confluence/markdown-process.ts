import { inputError, unavailableError } from '@portico/core/common'
import { BoundedProcessError, startBoundedProcess } from '@portico/core/server/worker'
import { limitExceeded } from '../errors.ts'
import type { PageHtml, PageMarkdown } from './to-markdown.ts'

const timeoutMs = 30_000
const heapMegabytes = 192
const maxResidentBytes = 512 * 2 ** 20

/** Converts pages in a process that reads the converter and nothing else. Stop it afterwards. */
export function startMarkdownProcess(signal: AbortSignal) {
  const child = startBoundedProcess({
    module: new URL('./markdown-worker.ts', import.meta.url),
    heapMegabytes,
    maxResidentBytes,
  })
  return {
    async convert(title: string, page: PageHtml): Promise<PageMarkdown> {
      try {
        return await child.send<PageMarkdown>(page, { timeoutMs, signal })
      } catch (error) {
        signal.throwIfAborted()
        throw error instanceof BoundedProcessError ? toConversionError(title, error) : error
      }
    },
    stop: child.stop,
  }
}

function toConversionError(title: string, { reason, message }: BoundedProcessError) {
  if (reason === 'failure') return inputError(`'${title}' could not be converted: ${message}`, { code: 'scaffolder.confluence-page' })
  if (reason === 'timeout') return limitExceeded(`Converting '${title}' took longer than ${timeoutMs / 1000} s`)
  if (reason === 'memory') return limitExceeded(`Converting '${title}' needed more than ${maxResidentBytes / 2 ** 20} MB of memory`)
  return unavailableError('The process that converts pages could not be used', { code: 'scaffolder.confluence-page' })
}
