import { basicPermission, limitGuests } from '@portico/core/common'

/** Sending requests to the targets that the config allows. The API must be visible, too. */
export const tryApiPermission = limitGuests(basicPermission('api-docs.try', 'update'))
