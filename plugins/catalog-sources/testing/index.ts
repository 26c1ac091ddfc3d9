export * from './ldap-peer.ts'
