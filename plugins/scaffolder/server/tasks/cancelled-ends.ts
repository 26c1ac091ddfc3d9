import type { StepStatus, TaskStep } from '@portico/scaffolder/common'
import type { NewEvent } from './event-store.ts'

/** What no worker says of a task that was cancelled while it waited, or before it began: its step ends, and later steps are skipped. */
export function endsOf(steps: readonly TaskStep[], stepId: string | undefined, error: { name: string; message: string }): NewEvent[] {
  const at = steps.findIndex(({ id }) => id === stepId)
  const log = (message: string, id: string, status: StepStatus): NewEvent => ({ type: 'log', body: { message, stepId: id, status } })
  const skipped = at === -1 ? [] : steps.slice(at + 1)
  return [
    ...(stepId === undefined ? [] : [log(error.message, stepId, 'failed')]),
    ...skipped.flatMap(({ id, name }) => [log(`Beginning step ${name}`, id, 'processing'), log(`Skipped step ${name}`, id, 'skipped')]),
    {
      type: 'completion',
      body: { message: 'Run completed with status: cancelled', error: { ...error, ...(stepId !== undefined && { stepId }) } },
    },
  ]
}
