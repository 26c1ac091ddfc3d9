import * as agents from './0001-agents.ts'

export const migrations = { '0001-agents': agents }
