export * from './scripted-tool.ts'
