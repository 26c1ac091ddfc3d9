import { changesCardConfig, ownersOf, type Entity } from '@portico/catalog/common'
import { entityCards } from '../../slots.ts'
import { relationCards, relationsIn } from '../relations/relation-groups.ts'
import { AboutCard } from './AboutCard.tsx'
import { ChangesCard } from './ChangesCard.tsx'
import { FreshnessCard } from './FreshnessCard.tsx'
import { LabelsCard } from './LabelsCard.tsx'
import { LinksCard } from './LinksCard.tsx'
import { OwnersCard } from './OwnersCard.tsx'
import { createRelationsCard } from './RelationsCard.tsx'

const hasOwner = (entity: Entity) => ownersOf(entity).length > 0
const hasLinks = (entity: Entity) => (entity.metadata.links?.length ?? 0) > 0
const hasLabels = (entity: Entity) => Object.keys(entity.metadata.labels ?? {}).length > 0

/** The cards that the catalog itself puts on the overview. */
export const ownCards = entityCards.fillOwn([
  { name: 'about', place: 'main', order: 10, View: AboutCard },
  ...relationCards.map((group, index) => ({
    name: group.id,
    place: 'main' as const,
    order: 20 + index * 10,
    isFor: (entity: Entity) => relationsIn(entity, group).length > 0,
    View: createRelationsCard(group),
  })),
  { name: 'changes', place: 'main', order: 90, config: changesCardConfig, View: ChangesCard },
  { name: 'owners', place: 'side', order: 10, isFor: hasOwner, View: OwnersCard },
  { name: 'links', place: 'side', order: 20, isFor: hasLinks, View: LinksCard },
  { name: 'labels', place: 'side', order: 30, isFor: hasLabels, View: LabelsCard },
  { name: 'freshness', place: 'side', order: 40, View: FreshnessCard },
])
