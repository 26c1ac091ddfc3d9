import * as facts from './0001-facts.ts'

export const migrations = { '0001-facts': facts }
