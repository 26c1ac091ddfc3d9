/** Settles with a promise, or after the timeout. */
export function withTimeout(ms: number, promise: Promise<unknown>): Promise<unknown> {
  return Promise.race([promise, new Promise(resolve => setTimeout(resolve, ms))])
}
