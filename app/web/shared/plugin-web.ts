export * from '@portico/plugin/web'
