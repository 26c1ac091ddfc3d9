import { basicPermission, limitGuests, resourcePermission } from '@portico/core/common'

export const templateResourceType = 'scaffolder-template'
export const actionResourceType = 'scaffolder-action'
export const taskResourceType = 'scaffolder-task'

/** Seeing a page of a template's form. Asked by the tags of the page. */
export const parameterReadPermission = resourcePermission('scaffolder.template.parameter.read', templateResourceType, 'read')
/** Having a step of a template run. Asked by the tags of the step. */
export const stepReadPermission = resourcePermission('scaffolder.template.step.read', templateResourceType, 'read')
/** Running an action, with its input. */
export const actionExecutePermission = resourcePermission('scaffolder.action.execute', actionResourceType)
/** A guest of an exposed portal has only the tasks that guests created. */
const ofGuests = { rule: 'IS_TASK_OWNER', param: 'createdBy' } as const

/** Seeing a task and its log. */
export const taskReadPermission = limitGuests(resourcePermission('scaffolder.task.read', taskResourceType, 'read'), ofGuests)
/** Cancelling a task. */
export const taskCancelPermission = limitGuests(resourcePermission('scaffolder.task.cancel', taskResourceType), ofGuests)
/** Running a template. */
export const taskCreatePermission = basicPermission('scaffolder.task.create', 'create')
/** Trying a template without effects. */
export const dryRunPermission = basicPermission('scaffolder.template.dry-run')
/** Opening the pages on which templates are written. */
export const templateManagementPermission = basicPermission('scaffolder.template.management')
/** Approving or refusing steps of tasks for which the caller is not a named approver. */
export const taskApprovePermission = limitGuests(basicPermission('scaffolder.task.approve', 'update'))
/** Undoing what a task has made. */
export const taskUndoPermission = limitGuests(basicPermission('scaffolder.task.undo', 'delete'))
/** Opening pull requests that bring repositories to the current version of their template. */
export const templateUpgradePermission = limitGuests(basicPermission('scaffolder.template.upgrade', 'update'))

/** Every permission of the scaffolder. */
export const scaffolderPermissions = [
  parameterReadPermission,
  stepReadPermission,
  actionExecutePermission,
  taskReadPermission,
  taskCancelPermission,
  taskCreatePermission,
  dryRunPermission,
  templateManagementPermission,
  taskApprovePermission,
  taskUndoPermission,
  templateUpgradePermission,
] as const
