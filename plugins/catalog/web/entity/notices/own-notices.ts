import { annotations, type Entity } from '@portico/catalog/common'
import { entityNotices } from '../../slots.ts'
import { annotationOf } from '../entity-values.ts'
import { MissingRelations } from './MissingRelations.tsx'
import { OrphanNotice } from './OrphanNotice.tsx'
import { AncestorErrors, OwnErrors } from './ProcessingErrors.tsx'

const isOrphan = (entity: Entity) => annotationOf(entity, annotations.orphan) === 'true'

/** The catalog's own notices above the overview. */
export const ownNotices = entityNotices.fillOwn([
  { name: 'orphan', order: 10, isFor: isOrphan, View: OrphanNotice },
  { name: 'errors', order: 20, View: OwnErrors },
  { name: 'ancestor-errors', order: 30, View: AncestorErrors },
  { name: 'missing-relations', order: 40, View: MissingRelations },
])
