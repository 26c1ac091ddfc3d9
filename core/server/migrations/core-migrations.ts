import * as tokens from './0001-tokens.ts'
import * as work from './0002-work.ts'
import * as audit from './0003-audit.ts'
import * as auditRepeats from './0004-audit-repeats.ts'
import * as pluginRole from './0005-plugin-role.ts'

/** The core's own tables. */
export const coreMigrations = {
  '0001-tokens': tokens,
  '0002-work': work,
  '0003-audit': audit,
  '0004-audit-repeats': auditRepeats,
  '0005-plugin-role': pluginRole,
}
