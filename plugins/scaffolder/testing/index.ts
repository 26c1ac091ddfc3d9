export * from './crash-fixture.ts'
export * from './start-scaffolder.ts'
export { createGitBackend } from '@portico/integrations/testing'
