/** Pages of search in the browser. */
export const searchPaths = { search: '/search' } as const
