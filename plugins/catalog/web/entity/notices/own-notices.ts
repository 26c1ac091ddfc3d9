import { annotations, type Entity } from '@portico/catalog/common'
import type { EntityNotice } from '../../slots.ts'
import { annotationOf } from '../entity-facts.ts'
import { MissingRelations } from './MissingRelations.tsx'
import { OrphanNotice } from './OrphanNotice.tsx'
import { AncestorErrors, OwnErrors } from './ProcessingErrors.tsx'

const isOrphan = (entity: Entity) => annotationOf(entity, annotations.orphan) === 'true'

/** What the catalog itself has to say above the overview. */
export const ownNotices: readonly (readonly [EntityNotice, number])[] = [
  [{ id: 'orphan', isFor: isOrphan, View: OrphanNotice }, 10],
  [{ id: 'errors', View: OwnErrors }, 20],
  [{ id: 'ancestor-errors', View: AncestorErrors }, 30],
  [{ id: 'missing-relations', View: MissingRelations }, 40],
]
