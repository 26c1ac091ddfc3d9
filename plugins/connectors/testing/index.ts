export * from './fake-tool.ts'
export * from './start-packs.ts'
