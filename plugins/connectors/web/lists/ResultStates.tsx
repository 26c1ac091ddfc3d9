import { toneOf, worstFirst, type FactColumnView } from '@portico/connectors/common'
import { useClient, useQuery } from '@portico/core/web'
import type { ComponentType } from 'react'
import styles from '../entity/Tools.module.css'
import { StateText } from '../sections/StateText.tsx'
import { listedFacts } from './load-facts.ts'

const maxShown = 2

/** The states that tools give an entity, the worst first, beside its search result. */
export function createResultStates(states: readonly FactColumnView[]): ComponentType<{ readonly entityRef: string }> {
  return function ResultStates({ entityRef }) {
    const client = useClient()
    const { data } = useQuery({
      queryKey: ['connectors', 'states', entityRef],
      queryFn: () => Promise.all(states.map(async ({ fact }) => (await listedFacts({ client }, `${entityRef} ${fact.name}`)) ?? null)),
      staleTime: 60_000,
      retry: false,
    })
    const found = (data ?? []).flatMap((value, at) => {
      const state = states[at]
      if (state === undefined || value === null || value.value === null) return []
      const tone = value.stale || value.error ? 'unknown' : toneOf(state.fact, value.value)
      return [{ ...state, value: String(value.value), tone } as const]
    })
    if (found.length === 0) return undefined
    return (
      <span className={styles.badges}>
        {worstFirst(found)
          .slice(0, maxShown)
          .map(({ fact, title, value, tone }) => (
            <span key={fact.name} title={`${title} · ${fact.title}`}>
              <StateText fact={fact} value={value} tone={tone} title={title} />
            </span>
          ))}
      </span>
    )
  }
}
