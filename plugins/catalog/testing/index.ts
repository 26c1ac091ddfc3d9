export * from './catalog-folder.ts'
