import { basicPermission } from '@portico/core/common'

/** Telling everybody something, and taking it back. */
export const manageAnnouncementsPermission = basicPermission('notifications.announcement.manage', 'update')
