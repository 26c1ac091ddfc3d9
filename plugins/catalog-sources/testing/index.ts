export * from './fake-ldap.ts'
export * from './slapd.ts'
