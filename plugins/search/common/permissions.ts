import { basicPermission, limitGuests } from '@portico/core/common'

/** Seeing how the index is: runs, sizes, slow and empty queries. */
export const indexReadPermission = limitGuests(basicPermission('search.index.read', 'read'))
/** Having the documents of a type read again. */
export const indexRunPermission = limitGuests(basicPermission('search.index.run', 'update'))

export const searchPermissions = [indexReadPermission, indexRunPermission] as const
