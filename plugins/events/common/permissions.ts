import { basicPermission, limitGuests } from '@portico/core/common'

/** Seeing which webhooks arrive, and which are refused. */
export const readDeliveriesPermission = limitGuests(basicPermission('events.delivery.read', 'read'))
