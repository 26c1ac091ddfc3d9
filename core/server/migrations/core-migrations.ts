import * as tokens from './0001-tokens.ts'
import * as work from './0002-work.ts'
import * as audit from './0003-audit.ts'
import * as auditRepeats from './0004-audit-repeats.ts'
import * as pluginRole from './login-0001-plugin-role.ts'

/** The core's own tables, by schema. Servers of version 0.1.0 refuse a schema with a migration that they do not know, so what is new has one of its own. */
export const coreSchemas = {
  core: { '0001-tokens': tokens, '0002-work': work, '0003-audit': audit, '0004-audit-repeats': auditRepeats },
  core_login: { '0001-plugin-role': pluginRole },
}
