import * as reading from './0001-reading.ts'
import * as comparison from './0002-comparison.ts'

export const migrations = {
  '0001-reading': reading,
  '0002-comparison': comparison,
}
