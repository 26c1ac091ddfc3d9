export * from './fake-tool.ts'
export * from './scripted-tool.ts'
export * from './start-packs.ts'
