import { basicPermission } from '@portico/core/common'

/** Seeing how the index is: runs, sizes, slow and empty questions. */
export const indexReadPermission = basicPermission('search.index.read', 'read')
/** Having the documents of a type read again. */
export const indexRunPermission = basicPermission('search.index.run', 'update')

export const searchPermissions = [indexReadPermission, indexRunPermission] as const
