export * from './doom-plugin.ts'
export * from './start-scaffolder.ts'
export { createGitBackend } from '@portico/integrations/testing'
