import * as scaffolder from './0001-scaffolder.ts'
import * as effectAddress from './0002-effect-address.ts'
import * as provenance from './0003-origins.ts'
import * as workspacePlaces from './0004-workspace-places.ts'
import * as tries from './0005-tries.ts'
import * as retriers from './0006-retriers.ts'

export const migrations = {
  '0001-scaffolder': scaffolder,
  '0002-effect-address': effectAddress,
  '0003-origins': provenance,
  '0004-workspace-places': workspacePlaces,
  '0005-tries': tries,
  '0006-retriers': retriers,
}
