/** What work returns, or an error when it takes longer. The work itself goes on, since JavaScript cannot be stopped. */
export async function withinTime<T>(timeoutMs: number, message: string, work: Promise<T> | T): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(message)), timeoutMs)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
