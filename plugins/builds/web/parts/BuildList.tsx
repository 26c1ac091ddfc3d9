import type { Build } from '@portico/builds/common'
import { Link, RequestErrorPanel, useSearchParams, useText } from '@portico/core/web'
import { ActionIcon, DataTable, EmptyState, type Column } from '@portico/ui'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import IconTimeline from '@tabler/icons-react/dist/esm/icons/IconTimeline.mjs'
import { useMemo } from 'react'
import { buildsMessages } from '../messages.ts'
import type { BuildSystem } from '../slots.ts'
import { useBuildList, useRestart } from '../use-builds.ts'
import styles from './BuildList.module.css'
import { BuildSource } from './BuildSource.tsx'
import { BuildStatusBadge } from './BuildStatusBadge.tsx'
import { BuildTime } from './BuildTime.tsx'
import { RestartButton } from './RestartButton.tsx'

const pageSizes = [10, 20, 50] as const

/** The builds of an entity, page by page. */
export function BuildList({ system, toBuild }: { readonly system: BuildSystem; readonly toBuild: (id: string) => string }) {
  const text = useText()
  const [page, setPage] = usePage()
  const { data, error, isFetching, refetch } = useBuildList(system, page)
  const restarting = useRestart(system)
  const columns = useColumns(toBuild)
  if (error && !data) return <RequestErrorPanel error={error} title={text(buildsMessages.failedList)} onRetry={() => void refetch()} />
  return (
    <div className={styles.list}>
      <DataTable
        label={text(buildsMessages.builds)}
        title={text(system.title)}
        columns={columns}
        rows={data?.items ?? []}
        rowKey={({ id }) => id}
        loading={!data || (isFetching && data.items.length === 0)}
        remote
        paging={{ form: 'offset', ...page, count: data?.total ?? 0, sizes: pageSizes, onChange: setPage }}
        actions={build => <RestartButton build={build} restarting={restarting} />}
        empty={
          <EmptyState size="small" icon={<IconTimeline size={24} aria-hidden />} title={text(buildsMessages.none)}>
            {text(buildsMessages.noneHint, { system: text(system.title) })}
          </EmptyState>
        }
        toolbar={
          <ActionIcon
            aria-label={text(buildsMessages.refresh)}
            title={text(buildsMessages.refresh)}
            disabled={isFetching}
            onClick={() => void refetch()}
          >
            <IconRefresh size={16} aria-hidden />
          </ActionIcon>
        }
      />
    </div>
  )
}

function useColumns(toBuild: (id: string) => string): readonly Column<Build>[] {
  const text = useText()
  return useMemo(
    () => [
      { id: 'id', title: text(buildsMessages.id), cell: ({ number }) => number, align: 'end', minPx: 56 },
      {
        id: 'build',
        title: text(buildsMessages.build),
        cell: ({ id, number, subject }) => (
          <Link to={toBuild(id)} title={subject}>
            {subject ?? text(buildsMessages.untitled, { number })}
          </Link>
        ),
        highlight: true,
        grow: true,
        minPx: 160,
        summary: true,
      },
      { id: 'job', title: text(buildsMessages.job), cell: ({ workflow }) => workflow?.job, minPx: 80 },
      { id: 'source', title: text(buildsMessages.source), cell: build => <BuildSource build={build} />, minPx: 180 },
      {
        id: 'status',
        title: text(buildsMessages.status),
        cell: ({ status }) => <BuildStatusBadge status={status} />,
        minPx: 104,
        summary: true,
      },
      { id: 'time', title: text(buildsMessages.time), cell: build => <BuildTime build={build} />, minPx: 200, summary: true },
      {
        id: 'workflow',
        title: text(buildsMessages.workflow),
        cell: ({ workflow }) =>
          workflow?.url === undefined ? workflow?.name : <Link to={workflow.url}>{workflow.name ?? workflow.id ?? ''}</Link>,
        minPx: 90,
      },
    ],
    [text, toBuild],
  )
}

/** The page of the list is in the address. Anything that is no page size there counts as the first. */
function usePage() {
  const [params, setParams] = useSearchParams()
  const asked = Number(params.get('limit'))
  const limit = pageSizes.find(size => size === asked) ?? pageSizes[0]
  const at = Number(params.get('offset') ?? 0)
  const offset = Number.isInteger(at) && at > 0 && at <= 10_000 ? at - (at % limit) : 0
  const page = useMemo(() => ({ limit, offset }), [limit, offset])
  function setPage(next: { readonly offset: number; readonly limit: number }) {
    setParams(
      known => {
        const changed = new URLSearchParams(known)
        for (const [name, value, usual] of [
          ['limit', next.limit, pageSizes[0]],
          ['offset', next.offset, 0],
        ] as const) {
          if (value === usual) changed.delete(name)
          else changed.set(name, String(value))
        }
        return changed
      },
      { replace: true },
    )
  }
  return [page, setPage] as const
}
