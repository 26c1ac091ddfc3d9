export * from '@portico/plugin/common'
