import { basicPermission } from '@portico/core/common'

/** Seeing which webhooks arrive, and which are refused. */
export const readDeliveriesPermission = basicPermission('events.delivery.read', 'read')
