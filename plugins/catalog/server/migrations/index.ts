import * as catalog from './0001-catalog.ts'
import * as patterns from './0002-patterns.ts'
import * as faults from './0003-faults.ts'
import * as entityParts from './0004-entity-parts.ts'
import * as deferredStitching from './0005-deferred-stitching.ts'
import * as indexPart from './0006-index-part.ts'
import * as definition from './0007-definition.ts'

/** Everything that was ever done to the schema of the catalog. */
export const migrations = {
  '0001-catalog': catalog,
  '0002-patterns': patterns,
  '0003-faults': faults,
  '0004-entity-parts': entityParts,
  '0005-deferred-stitching': deferredStitching,
  '0006-index-part': indexPart,
  '0007-definition': definition,
}
