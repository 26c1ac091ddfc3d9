import { basicPermission, limitGuests } from '@portico/core/common'

/** Reading what plugins report as not working, with the names of files and hosts. */
export const readProblemsPermission = limitGuests(basicPermission('devtools.problem.read', 'read'))

/** Reading how fast the server is: routes, statements, tables and queues. */
export const readPerformancePermission = limitGuests(basicPermission('devtools.performance.read', 'read'))

/** Installing plugins, switching them off, and taking them back to the version before. */
export const managePluginsPermission = limitGuests(basicPermission('devtools.plugin.manage', 'update'))

/** Triggering a scheduled task. */
export const triggerTaskPermission = limitGuests(basicPermission('devtools.task.trigger', 'update'))
