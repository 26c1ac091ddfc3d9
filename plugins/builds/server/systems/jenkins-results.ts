import type { BuildStatus } from '@portico/builds/common'

/** How Jenkins says that a build or a stage ended, or goes on. */
export const jenkinsResults: Readonly<Record<string, BuildStatus>> = {
  SUCCESS: 'success',
  FAILURE: 'failed',
  FAILED: 'failed',
  UNSTABLE: 'failed',
  ABORTED: 'canceled',
  NOT_BUILT: 'not_run',
  NOT_EXECUTED: 'not_run',
  IN_PROGRESS: 'running',
  PAUSED_PENDING_INPUT: 'running',
}

/** Jenkins encodes the names of branches in the names of jobs. */
export function decodeJobName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
