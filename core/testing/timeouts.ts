/** How long a test waits for a condition before it fails: long enough for a machine that is busy with other tests. */
export const waitTimeoutMs = 60_000
