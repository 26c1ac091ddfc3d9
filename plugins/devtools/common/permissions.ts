import { basicPermission } from '@portico/core/common'

/** Running a scheduled task out of its turn. */
export const triggerTaskPermission = basicPermission('devtools.task.trigger', 'update')
