import { useSearchParams } from '@portico/core/web'
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { parseObjectParam, toObjectParam } from './object-address.ts'
import type { ObjectRow } from './rows.ts'

export type ObjectView = 'workloads' | 'pods' | 'other'
export const objectViews: readonly ObjectView[] = ['workloads', 'pods', 'other']

type Param = 'view' | 'filter' | 'problems' | 'object'

/** View, filter and the open object, all in the address. */
export function useTabState() {
  const [params, setParams] = useSearchParams()
  // Two changes may come before the address has followed the first.
  const latest = useRef(params)
  useLayoutEffect(() => void (latest.current = params), [params])
  const set = useCallback(
    (name: Param, value: string | undefined) => {
      const next = new URLSearchParams(latest.current)
      if (value === undefined || value === '') next.delete(name)
      else next.set(name, value)
      latest.current = next
      setParams(next, { replace: true, preventScrollReset: true })
    },
    [setParams],
  )
  const search = params.toString()
  const toObject = useCallback(
    (cluster: string, row: ObjectRow) => {
      const next = new URLSearchParams(search)
      next.set('object', toObjectParam({ cluster, ...row }))
      return `?${next}`
    },
    [search],
  )
  const toProblems = useMemo(() => {
    const next = new URLSearchParams(search)
    next.set('problems', 'true')
    return `?${next}`
  }, [search])
  const address = params.get('object')
  return {
    view: objectViews.find(each => each === params.get('view')) ?? 'workloads',
    words: params.get('filter') ?? '',
    onlyProblems: params.get('problems') === 'true',
    open: useMemo(() => parseObjectParam(address), [address]),
    set,
    toObject,
    toProblems,
  }
}
