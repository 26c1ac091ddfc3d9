import * as tokens from './0001-tokens.ts'
import * as work from './0002-work.ts'
import * as audit from './0003-audit.ts'

/** The core's own tables. */
export const coreMigrations = { '0001-tokens': tokens, '0002-work': work, '0003-audit': audit }
