import type { Entity } from '@portico/catalog/common'
import type { EntityCard } from '../../slots.ts'
import { relationCards, relationsIn } from '../relations/relation-groups.ts'
import { AboutCard } from './AboutCard.tsx'
import { ChangesCard } from './ChangesCard.tsx'
import { FreshnessCard } from './FreshnessCard.tsx'
import { LabelsCard } from './LabelsCard.tsx'
import { LinksCard } from './LinksCard.tsx'
import { OwnersCard } from './OwnersCard.tsx'
import { createRelationsCard } from './RelationsCard.tsx'

const hasOwner = (entity: Entity) => (entity.relations ?? []).some(({ type }) => type === 'ownedBy')
const hasLinks = (entity: Entity) => (entity.metadata.links?.length ?? 0) > 0
const hasLabels = (entity: Entity) => Object.keys(entity.metadata.labels ?? {}).length > 0

/** The cards that the catalog itself puts on the overview, with their places among those of others. */
export const ownCards: readonly (readonly [EntityCard, number])[] = [
  [{ id: 'about', area: 'main', View: AboutCard }, 10],
  ...relationCards.map(
    (group, index) =>
      [
        {
          id: group.id,
          area: 'main',
          isFor: (entity: Entity) => relationsIn(entity, group).length > 0,
          View: createRelationsCard(group),
        },
        20 + index * 10,
      ] as const,
  ),
  [{ id: 'changes', area: 'main', View: ChangesCard }, 90],
  [{ id: 'owners', area: 'side', isFor: hasOwner, View: OwnersCard }, 10],
  [{ id: 'links', area: 'side', isFor: hasLinks, View: LinksCard }, 20],
  [{ id: 'labels', area: 'side', isFor: hasLabels, View: LabelsCard }, 30],
  [{ id: 'freshness', area: 'side', View: FreshnessCard }, 40],
]
