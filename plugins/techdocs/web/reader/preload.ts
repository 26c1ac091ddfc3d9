import { preloadFirst } from '@portico/core/web'
import { readerRequests } from '@portico/techdocs/common'

/** Requests the entity, its site and the page at the same time, while the code of the reader loads. */
export const preload = preloadFirst(readerRequests)
