import { entityPageRequests } from '@portico/catalog/common'
import { preloadFirst } from '@portico/core/web'

/** Requests the entity while the code of its page loads. */
export const preload = preloadFirst(entityPageRequests)
