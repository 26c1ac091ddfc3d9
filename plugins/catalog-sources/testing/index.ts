export * from './ldap-peer.ts'
export * from './slapd.ts'
