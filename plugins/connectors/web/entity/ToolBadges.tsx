import { entityRoute, useEntityPage } from '@portico/catalog/web'
import { toneOf, type Tone } from '@portico/connectors/common'
import { Link, useRouteRef } from '@portico/core/web'
import { Status } from '@portico/ui'
import styles from './Tools.module.css'
import { useEntityParams, useEntityTools } from './use-entity-tools.ts'

const maxShown = 3
const ranks: Readonly<Record<Tone, number>> = { error: 0, warning: 1, unknown: 3, info: 2, ok: 4 }

/** The states that tools give an entity, the worst first, in the head of its page. */
export function ToolBadges() {
  const { asOf } = useEntityPage()
  const toEntity = useRouteRef(entityRoute)
  const params = useEntityParams()
  const { data } = useEntityTools()
  if (asOf !== undefined || !data) return undefined
  const states = data.items.flatMap(tool =>
    tool.views.flatMap(view => {
      const fact = view.type === 'state' ? tool.facts.find(({ name }) => name === view.fact) : undefined
      const value = fact?.value?.value
      if (!fact || value === null || value === undefined) return []
      return [{ tool, fact, value: String(value), tone: fact.tone ?? toneOf(fact, value) }]
    }),
  )
  if (states.length === 0) return undefined
  return (
    <span className={styles.badges}>
      {states
        .toSorted((a, b) => ranks[a.tone] - ranks[b.tone])
        .slice(0, maxShown)
        .map(({ tool, fact, value, tone }) => (
          <Link
            key={fact.name}
            to={`${toEntity({ ...params })}/tools#tool-${tool.connector}`}
            title={`${tool.title} · ${fact.title}`}
            className={styles.badge}
            plain
          >
            <Status kind={tone}>
              {tool.title} {value}
            </Status>
          </Link>
        ))}
    </span>
  )
}
