import { basicPermission, limitGuests } from '@portico/core/common'

/** Seeing builds, their steps and logs. The entity must be visible, too. */
export const readBuildsPermission = basicPermission('builds.build.read', 'read')

/** Having a build run again. */
export const restartBuildsPermission = limitGuests(basicPermission('builds.build.restart', 'update'))
