import { basicPermission, limitGuests } from '@portico/core/common'

/** Telling everybody something, and taking it back. */
export const manageAnnouncementsPermission = limitGuests(basicPermission('notifications.announcement.manage', 'update'))
