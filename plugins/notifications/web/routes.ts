import { defineRouteRef } from '@portico/core/web'

/** The page of the user's notifications. */
export const notificationsRoute = defineRouteRef({ id: 'notifications' })
