import * as reading from './0001-reading.ts'

export const migrations = {
  '0001-reading': reading,
}
