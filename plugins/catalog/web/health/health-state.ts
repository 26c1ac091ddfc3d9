import { healthPageSize, healthProblemTypes, type HealthProblemType } from '@portico/catalog/common'
import { browserStorageApiRef, useApi, useIdentity, useSearchParams } from '@portico/core/web'
import { useLayoutEffect, useRef } from 'react'

export type HealthScope = 'mine' | 'all'

/** What the page shows; it lives in the address. */
export interface HealthState {
  readonly scope: HealthScope
  readonly type: HealthProblemType | undefined
  readonly text: string
  readonly offset: number
  readonly limit: number
  /** The ref whose explanation is open. */
  readonly why: string | undefined
}

const key = '/catalog-health/scope'

/** Whose problems are shown: what was chosen last on this device, everybody's at first. The number in the navigation follows it. */
export function useChosenScope(): readonly [HealthScope, (scope: HealthScope) => void] {
  const { storage } = useApi(browserStorageApiRef)
  return [storage.getItem(key) === 'mine' ? 'mine' : 'all', scope => storage.setItem(key, scope)]
}

/** The state in the address, and the ways to change it. Another filter begins at the first page. */
export function useHealthState() {
  const [search, setSearch] = useSearchParams()
  const [chosen, choose] = useChosenScope()
  const type = search.get('type')
  const state: HealthState = {
    scope: toScope(search.get('owner')) ?? chosen,
    type: healthProblemTypes.find(each => each === type),
    text: search.get('text') ?? '',
    offset: toCount(search.get('offset')) ?? 0,
    limit: Math.min(toCount(search.get('limit')) || healthPageSize.default, healthPageSize.max),
    why: search.get('why') ?? undefined,
  }
  // Two changes may come before the address has followed the first.
  const latest = useRef(state)
  useLayoutEffect(() => {
    latest.current = state
    // oxlint-disable-next-line react/exhaustive-deps -- the state is read from the address alone
  }, [search])
  function change(part: Partial<HealthState>): void {
    if (part.scope) choose(part.scope)
    const isFilter = 'scope' in part || 'type' in part || 'text' in part
    latest.current = { ...latest.current, ...(isFilter && { offset: 0 }), ...part }
    setSearch(toSearch(latest.current), { replace: true })
  }
  return { state, change }
}

/** The refs whose problems are asked for; undefined for everybody's. */
export function useOwners(scope: HealthScope): readonly string[] | undefined {
  const { ownershipEntityRefs } = useIdentity()
  return scope === 'mine' ? ownershipEntityRefs : undefined
}

function toSearch({ scope, type, text, offset, limit, why }: HealthState): URLSearchParams {
  const search = new URLSearchParams({ owner: scope })
  if (type) search.set('type', type)
  if (text !== '') search.set('text', text)
  if (offset > 0) search.set('offset', String(offset))
  if (limit !== healthPageSize.default) search.set('limit', String(limit))
  if (why !== undefined) search.set('why', why)
  return search
}

function toScope(value: string | null): HealthScope | undefined {
  return value === 'mine' || value === 'all' ? value : undefined
}

function toCount(value: string | null): number | undefined {
  return value !== null && /^\d{1,9}$/.test(value) ? Number(value) : undefined
}
