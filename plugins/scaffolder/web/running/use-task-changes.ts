import { useChanges, useIsLive } from '@portico/core/web'
import { tasksChannel } from '@portico/scaffolder/common'

const minIntervalMs = 1000
const pollMs = 5000

/** Calls back when tasks may have begun, waited, gone on or ended. */
export function useTaskChanges(onChange: () => void): void {
  useChanges(tasksChannel, onChange, { minIntervalMs })
}

/** For queries about tasks: they poll only where changes are not signalled. */
export function useTaskPolling(): { readonly refetchInterval: number | false } {
  return { refetchInterval: useIsLive() ? false : pollMs }
}
