import * as newestVersion from './0001-newest-version.ts'

export const migrations = { '0001-newest-version': newestVersion }
