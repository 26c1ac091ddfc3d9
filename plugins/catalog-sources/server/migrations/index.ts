import * as catalogSources from './0001-catalog-sources.ts'
import * as scim from './0002-scim.ts'
import * as version from './0003-version.ts'

export const migrations = {
  '0001-catalog-sources': catalogSources,
  '0002-scim': scim,
  '0003-version': version,
}
