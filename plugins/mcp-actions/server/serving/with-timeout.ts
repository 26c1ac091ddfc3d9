import { AppError } from '@portico/core/common'

/** The work, or an error when its signal aborts first: whoever waits goes on, also where the work does not listen. */
export async function withTimeout<T>(work: Promise<T>, signal: AbortSignal, timeoutMs: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const refuse = () =>
    reject(new AppError('ServiceUnavailableError', `It took longer than ${timeoutMs / 1000} s`, { code: 'mcp-actions.timeout' }))
  if (signal.aborted) refuse()
  signal.addEventListener('abort', refuse, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', refuse)
  }
}
