import { query, useIdentity, useQuery, useSearchParams } from '@portico/core/web'
import { scaffolderApi, type TaskStatus } from '@portico/scaffolder/common'
import type { TableSort } from '@portico/ui'
import { useTaskChanges, useTaskPolling } from './use-task-changes.ts'

const orders: Readonly<Record<string, string>> = { created: 'created_at', owner: 'created_by', status: 'status' }
/** The statuses that the list is filtered by. */
export const statuses = ['open', 'processing', 'completed', 'failed', 'cancelled'] as const satisfies readonly TaskStatus[]
const defaultLimit = 20

/** Which tasks are listed, as the address has it. */
export function useTaskListState() {
  const [search, setSearch] = useSearchParams()
  function change(values: Readonly<Record<string, string | undefined>>) {
    setSearch(
      current => {
        const next = new URLSearchParams(current)
        for (const [name, value] of Object.entries({ offset: undefined, ...values })) {
          if (value === undefined) next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
  }
  const status = statuses.find(each => each === search.get('status'))
  return {
    owner: search.get('owner') === 'all' ? ('all' as const) : ('owned' as const),
    status,
    template: search.get('template') ?? undefined,
    offset: toWhole(search.get('offset'), 0),
    limit: Math.min(toWhole(search.get('limit'), defaultLimit) || defaultLimit, 100),
    sort: toSort(search.get('sort')),
    setOwner: (owner: 'owned' | 'all') => change({ owner: owner === 'all' ? 'all' : undefined }),
    setStatus: (next: TaskStatus | undefined) => change({ status: next }),
    clearTemplate: () => change({ template: undefined }),
    setPage: ({ offset, limit }: { readonly offset: number; readonly limit: number }) =>
      change({ offset: offset === 0 ? undefined : String(offset), limit: limit === defaultLimit ? undefined : String(limit) }),
    setSort: (sort: TableSort | undefined) =>
      change({ sort: sort && orders[sort.column] !== undefined ? `${sort.descending ? 'desc' : 'asc'}:${sort.column}` : undefined }),
  }
}

export type TaskListState = ReturnType<typeof useTaskListState>

/** The tasks of a page of the list, and how many there are by status. */
export function useTaskList({ owner, status, template, offset, limit, sort }: TaskListState) {
  const { userEntityRef } = useIdentity()
  const narrowed = {
    ...(owner === 'owned' && { createdBy: userEntityRef }),
    ...(template !== undefined && { templateRef: template }),
  }
  const order = sort ? `${sort.descending ? 'desc' : 'asc'}:${orders[sort.column]}` : undefined
  const polling = useTaskPolling()
  const list = useQuery({
    ...query(scaffolderApi.listTasks, {
      query: {
        ...narrowed,
        ...(status && onWire(status)),
        ...(order !== undefined && { order }),
        limit: String(limit),
        offset: String(offset),
      },
    }),
    placeholderData: previous => previous,
    ...polling,
  })
  const statistics = useQuery({ ...query(scaffolderApi.getTaskStatistics, { query: narrowed }), ...polling })
  useTaskChanges(() => void Promise.all([list.refetch(), statistics.refetch()]))
  return { list, statistics }
}

/** What finds the tasks that people see with a status. */
function onWire(status: TaskStatus): { status: TaskStatus | TaskStatus[]; isCancelled?: string } {
  if (status === 'cancelled') return { status: ['cancelled', 'failed'], isCancelled: 'true' }
  return status === 'failed' ? { status, isCancelled: 'false' } : { status }
}

function toWhole(value: string | null, otherwise: number): number {
  return value !== null && /^\d{1,9}$/.test(value) ? Number(value) : otherwise
}

function toSort(value: string | null): TableSort | undefined {
  const [, direction, column = ''] = /^(asc|desc):(\w+)$/.exec(value ?? '') ?? []
  return orders[column] === undefined ? undefined : { column, descending: direction === 'desc' }
}
