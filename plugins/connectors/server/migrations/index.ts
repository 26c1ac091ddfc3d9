import * as facts from './0001-facts.ts'
import * as work from './0002-work.ts'

export const migrations = { '0001-facts': facts, '0002-work': work }
