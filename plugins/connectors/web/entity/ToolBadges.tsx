import { entityRoute, useEntity, useEntityPage } from '@portico/catalog/web'
import { factsChannel, toneOf, worstFirst } from '@portico/connectors/common'
import { Link, useChanges, useRouteRef } from '@portico/core/web'
import { FactMark } from '../sections/FactMark.tsx'
import { StateText } from '../sections/StateText.tsx'
import styles from './Tools.module.css'
import { useEntityParams, useEntityTools } from './use-entity-tools.ts'

const maxShown = 3

/** The states that tools give an entity, the worst first, in the head of its page. */
export function ToolBadges() {
  const { asOf } = useEntityPage()
  const { uid } = useEntity().metadata
  const toEntity = useRouteRef(entityRoute)
  const params = useEntityParams()
  const { data, refetch } = useEntityTools()
  // They are in the head of each tab, so cards and the tab of tools follow too.
  useChanges(uid === undefined || asOf !== undefined ? undefined : factsChannel(uid), () => void refetch(), { minIntervalMs: 2000 })
  if (asOf !== undefined || !data) return undefined
  const states = data.items.flatMap(tool =>
    tool.views.flatMap(view => {
      const fact = view.type === 'state' ? tool.facts.find(({ name }) => name === view.fact) : undefined
      const value = fact?.value?.value
      if (!fact || value === null || value === undefined) return []
      // Nobody knows whether what is old still holds.
      const isOld = fact.value?.stale === true || fact.value?.error !== undefined
      return [{ tool, fact, value: String(value), tone: isOld ? 'unknown' : (fact.tone ?? toneOf(fact, value)) } as const]
    }),
  )
  if (states.length === 0) return undefined
  return (
    <span className={styles.badges}>
      {worstFirst(states)
        .slice(0, maxShown)
        .map(({ tool, fact, value, tone }) => (
          <Link
            key={fact.name}
            to={`${toEntity({ ...params })}/tools#tool-${tool.connector}`}
            title={`${tool.title} · ${fact.title}`}
            className={styles.badge}
            plain
          >
            <StateText fact={fact} value={value} tone={tone} title={tool.title} />
            <FactMark fact={fact} />
          </Link>
        ))}
    </span>
  )
}
