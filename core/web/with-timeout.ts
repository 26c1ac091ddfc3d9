/** Settles with a promise, or after a while: what takes longer is not worth waiting for. */
export function withTimeout(ms: number, promise: Promise<unknown>): Promise<unknown> {
  return Promise.race([promise, new Promise(resolve => setTimeout(resolve, ms))])
}
