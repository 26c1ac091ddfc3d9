export * from './catalog-database.ts'
export * from './catalog-folder.ts'
