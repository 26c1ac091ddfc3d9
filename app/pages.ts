/** The plugins of this portal that have only pages, and those that they need. */
export const pages = { 'catalog-graph': ['catalog'], 'catalog-import': ['catalog'], org: ['catalog'] }
