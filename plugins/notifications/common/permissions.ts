import { basicPermission, limitGuests } from '@portico/core/common'

/** Telling everybody something, and taking it back. */
export const manageAnnouncementsPermission = limitGuests(basicPermission('notifications.announcement.manage', 'update'))

/** Reading which messages of channels did not reach whom. */
export const readUndeliveredPermission = limitGuests(basicPermission('notifications.undelivered.read', 'read'))
