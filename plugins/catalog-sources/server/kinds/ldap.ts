import { toPeopleEntities } from '../sources/people.ts'
import { ldapSettings } from './ldap-settings.ts'
import { defineSourceKind } from './source-kind.ts'

/** People and nested groups of a directory that speaks LDAP. */
export const ldapOrg = defineSourceKind({
  key: 'ldapOrg',
  settings: ldapSettings,
  source: given => ({
    title: `People of ${given.target}`,
    host: new URL(given.target).host,
    async find({ signal }) {
      // The client is loaded only where there is a directory.
      const { readDirectory } = await import('./ldap-directory.ts')
      return toPeopleEntities(await readDirectory(given, signal), `ldap:${new URL(given.target).host}`, given.transform)
    },
  }),
})
