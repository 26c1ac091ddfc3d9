import { basicPermission, limitGuests } from '@portico/core/common'

/** Seeing the sources of the catalog, with the names of hosts and repositories. */
export const readSourcesPermission = limitGuests(basicPermission('catalog-sources.source.read', 'read'))

/** Running, trying out and pausing sources. */
export const manageSourcesPermission = limitGuests(basicPermission('catalog-sources.source.manage', 'update'))
