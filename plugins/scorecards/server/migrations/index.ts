import * as scorecards from './0001-scorecards.ts'

export const migrations = { '0001-scorecards': scorecards }
