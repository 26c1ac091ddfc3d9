import { entityResourceType } from '@portico/catalog/common'
import { basicPermission, limitGuests, resourcePermission } from '@portico/core/common'

/** Sending facts to the portal, as programs do. */
export const pushFactsPermission = limitGuests(basicPermission('connectors.facts.push', 'create'))
/** Running an action of a connector for an entity: it changes something in the tool. */
export const actPermission = limitGuests(resourcePermission('connectors.act', entityResourceType, 'update'))
/** Seeing how connectors run, with the answers of tools, and trying them. */
export const operatePermission = limitGuests(basicPermission('connectors.operate'))

/** Every permission of the plugin. */
export const connectorsPermissions = [pushFactsPermission, actPermission, operatePermission] as const
