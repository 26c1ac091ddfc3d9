export * from './catalog-database.ts'
export * from './catalog-folder.ts'
export * from './git-peer.ts'
