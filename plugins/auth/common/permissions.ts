import { basicPermission, limitGuests } from '@portico/core/common'

/** Seeing and ending the sessions and access tokens of others, and blocking users. Read permissions do not include it. */
export const administerSessionsPermission = limitGuests(basicPermission('auth.session.administer', 'update'))

/** Every permission of sign-in. */
export const authPermissions = [administerSessionsPermission]
