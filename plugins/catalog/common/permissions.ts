import { basicPermission, limitGuests, resourcePermission } from '@portico/core/common'

/** What entity permissions are asked about. */
export const entityResourceType = 'catalog-entity'

/** Seeing an entity. */
export const entityReadPermission = resourcePermission('catalog.entity.read', entityResourceType, 'read')
/** Removing an entity. */
export const entityDeletePermission = limitGuests(resourcePermission('catalog.entity.delete', entityResourceType, 'delete'))
/** Having an entity read again. */
export const entityRefreshPermission = resourcePermission('catalog.entity.refresh', entityResourceType, 'update')
/** Bringing entities into the catalog. */
export const entityCreatePermission = basicPermission('catalog.entity.create', 'create')
/** Having an entity checked without storing it. */
export const entityValidatePermission = basicPermission('catalog.entity.validate')
/** Seeing which locations are registered. */
export const locationReadPermission = basicPermission('catalog.location.read', 'read')
/** Registering or changing a location. */
export const locationCreatePermission = basicPermission('catalog.location.create', 'create')
/** Removing a registered location. */
export const locationDeletePermission = limitGuests(basicPermission('catalog.location.delete', 'delete'))
/** Having a location looked at for entities. */
export const locationAnalyzePermission = basicPermission('catalog.location.analyze')
/** Seeing what failed or waits on its way into the catalog, and what is wrong in it. */
export const ingestionReadPermission = basicPermission('catalog.ingestion.read', 'read')
/** Clearing what failed or waits on its way into the catalog, and having its source read again. */
export const ingestionManagePermission = limitGuests(basicPermission('catalog.ingestion.manage', 'update'))

/** Every permission of the catalog. */
export const catalogPermissions = [
  entityReadPermission,
  entityCreatePermission,
  entityDeletePermission,
  entityRefreshPermission,
  entityValidatePermission,
  locationReadPermission,
  locationCreatePermission,
  locationAnalyzePermission,
  locationDeletePermission,
  ingestionReadPermission,
  ingestionManagePermission,
] as const
