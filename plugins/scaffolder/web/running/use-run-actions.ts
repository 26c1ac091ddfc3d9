import { dialogApiRef, useApi, useCall, useNavigate, usePermission, useRouteRef, useText } from '@portico/core/web'
import { parseEntityRef } from '@portico/catalog/common'
import {
  hasEnded,
  scaffolderApi,
  taskCancelPermission,
  taskCreatePermission,
  taskUndoPermission,
  type Task,
} from '@portico/scaffolder/common'
import { runningMessages } from './messages.ts'
import { selectedTemplateRoute } from '../routes.ts'
import type { ShownStatus } from './run-status.ts'

/** What can be done with a run now. What is absent cannot, or the user may not. */
export interface RunActions {
  readonly cancel?: () => void
  readonly retry?: (from: 'failed-step' | 'start') => void
  readonly startOver?: () => void
  readonly canUndo: boolean
  readonly isBusy: boolean
  readonly error: Error | null
  readonly errorTitle: string
}

/** The actions of a run, as far as its state and the user's permissions allow them. */
export function useRunActions(task: Task, status: ShownStatus, onReopen: () => void): RunActions {
  const text = useText()
  const dialogs = useApi(dialogApiRef)
  const retrying = useCall(scaffolderApi.retryTask)
  const { mutateAsync: cancelTask } = useCall(scaffolderApi.cancelTask)
  const mayCancel = usePermission({ permission: taskCancelPermission, resourceRef: task.id })
  const mayCreate = usePermission({ permission: taskCreatePermission })
  const mayUndo = usePermission({ permission: taskUndoPermission })
  const formAddress = useFormAddress(task)
  const navigate = useNavigate()
  const isOver = status !== 'waiting' && hasEnded(status)
  const params = { taskId: task.id }
  return {
    ...(!isOver &&
      mayCancel.allowed && {
        cancel: () =>
          void dialogs.confirm({
            title: runningMessages.cancelTitle,
            message: text(runningMessages.cancelMessage),
            confirm: runningMessages.cancelRun,
            cancel: runningMessages.keepRunning,
            destructive: true,
            run: async () => void (await cancelTask({ params })),
          }),
      }),
    ...(isOver &&
      status !== 'completed' &&
      mayCreate.allowed && {
        retry: (from: 'failed-step' | 'start') =>
          retrying.mutate({ params, body: from === 'start' ? { startOver: true } : {} }, { onSuccess: onReopen }),
      }),
    ...(formAddress !== undefined && mayCreate.allowed && { startOver: () => void navigate(formAddress) }),
    canUndo: isOver && mayUndo.allowed,
    isBusy: retrying.isPending,
    error: retrying.error,
    errorTitle: text(runningMessages.retryFailed),
  }
}

const maxAnswersLength = 8000

/** The form of the template with the answers of a run; undefined when there is none. */
export function useFormAddress(task: Pick<Task, 'spec'> | undefined): string | undefined {
  const toForm = useRouteRef(selectedTemplateRoute)
  const ref = task?.spec.templateInfo?.entityRef
  if (!task || ref === undefined) return undefined
  return withAnswers(toForm, ref, task.spec.parameters)
}

export function withAnswers(
  toForm: (params: { readonly namespace: string; readonly templateName: string }) => string,
  templateRef: string,
  parameters: Readonly<Record<string, unknown>>,
): string | undefined {
  try {
    const { namespace, name } = parseEntityRef(templateRef, { defaultKind: 'template' })
    const address = toForm({ namespace, templateName: name })
    const answers = JSON.stringify(parameters)
    // An address that is too long for servers on the way would not survive a reload.
    return answers.length > maxAnswersLength ? address : `${address}?${new URLSearchParams({ formData: answers }).toString()}`
  } catch {
    return undefined
  }
}
