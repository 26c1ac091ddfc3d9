import type { TaskWaiting } from '@portico/scaffolder/common'

/** What a step wants to wait for. */
export type WaitRequest = Omit<TaskWaiting, 'since' | 'stepId'> & { readonly output?: Readonly<Record<string, unknown>> }
