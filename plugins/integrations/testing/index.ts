export * from './git-peer.ts'
