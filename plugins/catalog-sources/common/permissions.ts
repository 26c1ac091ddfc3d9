import { basicPermission } from '@portico/core/common'

/** Seeing the sources of the catalog, with the names of hosts and repositories. */
export const readSourcesPermission = basicPermission('catalog-sources.source.read', 'read')

/** Running, trying out and pausing sources. */
export const manageSourcesPermission = basicPermission('catalog-sources.source.manage', 'update')
