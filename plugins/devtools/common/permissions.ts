import { basicPermission } from '@portico/core/common'

/** Seeing what does not work as it should, with the names of files and hosts. */
export const readProblemsPermission = basicPermission('devtools.problem.read', 'read')

/** Running a scheduled task out of its turn. */
export const triggerTaskPermission = basicPermission('devtools.task.trigger', 'update')
