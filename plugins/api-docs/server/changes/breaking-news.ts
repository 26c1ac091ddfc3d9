import { changesPath, type ApiChange, type ChangeCounts } from '@portico/api-docs/common'
import { entityTitle, entityRefOf } from '@portico/catalog/common'
import type { Catalog } from '@portico/catalog/server'
import { apiChangesWatchEvent } from '@portico/api-docs/common'
import type { Notifications } from '@portico/notifications/server'
import type { DefinitionRead } from '../api-definitions-service.ts'
import type { Comparisons } from './comparisons.ts'
import type { ComparisonStore } from './comparison-store.ts'
import type { Versions } from './versions.ts'

interface Dependencies {
  readonly catalog: Pick<Catalog, 'getEntity' | 'query'>
  readonly versions: Pick<Versions, 'pair'>
  readonly comparisons: Pick<Comparisons, 'of'>
  readonly store: Pick<ComparisonStore, 'announceOnce'>
  readonly notifications: Notifications
}

const origin = 'plugin:api-docs'
const topic = 'api-changes'
const maxConsumers = 500
const namedChanges = 3

/** Tells the owners of what consumes an API that it has changed in a way that breaks clients, and those who watch it. */
export function createBreakingNews({ catalog, versions, comparisons, store, notifications }: Dependencies) {
  async function consumersOf(ref: string): Promise<string[]> {
    const predicate = { key: 'relations.consumesapi', in: [ref] }
    const { entities } = await catalog.query({ predicate, limit: maxConsumers })
    return entities.map(entityRefOf)
  }

  return {
    async tell({ entityRef, textId, previousTextId }: DefinitionRead): Promise<void> {
      // The first reading of an API is no change, and another reader reads the same text.
      if (previousTextId === undefined || previousTextId === textId) return
      const entity = await catalog.getEntity(entityRef)
      if (!entity) return
      const { before, after } = await versions.pair(entityRef, { from: previousTextId, to: textId })
      const { counts, changes } = await comparisons.of({ ref: entityRef, before, after })
      if (counts.breaking === 0) return
      const consumers = await consumersOf(entityRef)
      const payload = {
        title: `${entityTitle(entity)} has ${countText(counts)}`.slice(0, 500),
        description: descriptionOf(JSON.parse(changes) as ApiChange[], counts),
        link: changesPath(entityRef, { from: previousTextId, to: textId }),
        severity: 'high' as const,
        topic,
        scope: `${topic}:${entityRef}:${textId}`.slice(0, 255),
      }
      await store.announceOnce(entityRef, textId, async within => {
        await notifications.tellWatchers({ entityRef, event: apiChangesWatchEvent, payload }, { origin, within })
        if (consumers.length === 0) return
        const description = `You own something that consumes it. ${payload.description}`
        const recipients = { type: 'entity' as const, entityRef: consumers }
        await notifications.send({ recipients, payload: { ...payload, description } }, { origin, within })
      })
    },
  }
}

function countText({ breaking }: ChangeCounts): string {
  return breaking === 1 ? 'a breaking change' : `${breaking} breaking changes`
}

function descriptionOf(changes: readonly ApiChange[], { breaking }: ChangeCounts): string {
  const worst = changes.filter(({ impact }) => impact === 'breaking').slice(0, namedChanges)
  const lines = worst.map(({ label, message }) => (label === undefined || message.includes(label) ? message : `${label}: ${message}`))
  const rest = breaking - worst.length
  return [...lines, ...(rest > 0 ? [`And ${rest} more.`] : [])].join('\n').slice(0, 2000)
}
