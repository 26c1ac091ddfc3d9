import { basicPermission } from '@portico/core/common'

/** Reading what plugins report as not working, with the names of files and hosts. */
export const readProblemsPermission = basicPermission('devtools.problem.read', 'read')

/** Reading how fast the server is: routes, statements, tables and queues. */
export const readPerformancePermission = basicPermission('devtools.performance.read', 'read')

/** Triggering a scheduled task. */
export const triggerTaskPermission = basicPermission('devtools.task.trigger', 'update')
