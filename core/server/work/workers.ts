export interface WorkerOptions {
  /** When it aborts, the thread is terminated at once. */
  readonly signal?: AbortSignal
  /** The same after this time, counted from when a thread takes it up. */
  readonly timeoutMs?: number
}

/** CPU-heavy work, off the thread that answers requests. */
export interface Workers {
  /**
   * Runs the default export of a module in a worker thread: `run(new URL('./render-worker.ts', import.meta.url), input)`.
   * Input and output are copied as `structuredClone` does. A worker that throws or dies rejects this call only.
   */
  run<I, O>(module: URL, input: I, options?: WorkerOptions): Promise<O>
}
