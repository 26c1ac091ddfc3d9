import { Link, useText } from '@portico/core/web'
import type { Diagnosis } from '@portico/kubernetes/common'
import { DataTable, RelativeTime, useLocale, type Column } from '@portico/ui'
import { useMemo } from 'react'
import type { ObjectRow } from '../live/rows.ts'
import type { ObjectView } from '../live/use-tab-state.ts'
import { kubernetesMessages } from '../messages.ts'
import { HealthStatus } from './HealthStatus.tsx'
import { UsageBar } from './UsageBar.tsx'
import { toCauseLine } from '../cause-words.ts'
import { useNow } from './use-now.ts'
import styles from './WhyLine.module.css'

interface ObjectTableProps {
  readonly label: string
  readonly view: ObjectView
  readonly rows: readonly ObjectRow[]
  readonly toObject: (row: ObjectRow) => string
  readonly isFiltered: boolean
}

/** Objects of one cluster. */
export function ObjectTable({ label, view, rows, toObject, isFiltered }: ObjectTableProps) {
  const text = useText()
  const hasSpaces = new Set(rows.map(({ namespace }) => namespace)).size > 1
  const hasUsage = rows.some(({ cpu }) => cpu)
  const hasReasons = rows.some(({ diagnosis }) => diagnosis.causes.length > 0)
  const longestName = rows.reduce((longest, { name }) => Math.max(longest, name.length), 0)
  const shownColumns = useMemo(() => {
    const all = columnsOf(text, toObject, longestName)
    const shown: Readonly<Record<ObjectView, readonly string[]>> = {
      workloads: ['name', 'kind', 'namespace', 'status', 'why', 'ready', 'cpu', 'memory'],
      pods: ['name', 'namespace', 'status', 'why', 'ready', 'restarts', 'cpu', 'memory', 'created'],
      other: ['name', 'kind', 'namespace', 'status', 'why', 'created'],
    }
    const hidden = new Set([...(hasSpaces ? [] : ['namespace']), ...(hasUsage ? [] : ['cpu', 'memory']), ...(hasReasons ? [] : ['why'])])
    const columns = shown[view].filter(id => !hidden.has(id)).map(id => all[id]!)
    // What is left of the width goes to the reasons, or else behind the status, which stays beside the name.
    return hasReasons ? columns : columns.map(column => (column.id === 'status' ? { ...column, grow: true } : column))
  }, [text, toObject, view, longestName, hasSpaces, hasUsage, hasReasons])
  return (
    <DataTable
      label={label}
      columns={shownColumns}
      rows={rows}
      rowKey={({ key }) => key}
      empty={text(isFiltered ? kubernetesMessages.noMatch : kubernetesMessages.noneHere)}
    />
  )
}

function columnsOf(
  text: ReturnType<typeof useText>,
  toObject: (row: ObjectRow) => string,
  longestName: number,
): Readonly<Record<string, Column<ObjectRow>>> {
  return {
    name: {
      id: 'name',
      title: text(kubernetesMessages.name),
      value: ({ name }) => name,
      highlight: true,
      // The first rows of a long table decide the widths, and the longest name is seldom one of them.
      headerStyle: { minWidth: `min(336px, calc(${longestName}ch + 40px))` },
      cell: row => (
        <Link to={toObject(row)} title={row.name}>
          {row.name}
        </Link>
      ),
    },
    kind: { id: 'kind', title: text(kubernetesMessages.kind), value: ({ kind }) => kind },
    namespace: { id: 'namespace', title: text(kubernetesMessages.namespace), value: ({ namespace }) => namespace },
    status: {
      id: 'status',
      title: text(kubernetesMessages.status),
      headerStyle: { minWidth: 168 },
      unclipped: true,
      value: ({ diagnosis }) => diagnosis.reason,
      summary: true,
      cell: ({ diagnosis }) => diagnosis.reason !== '' && <HealthStatus state={diagnosis.state}>{diagnosis.reason}</HealthStatus>,
    },
    why: {
      id: 'why',
      title: text(kubernetesMessages.why),
      grow: true,
      summary: true,
      cell: ({ diagnosis }) => <WhyLine diagnosis={diagnosis} />,
    },
    ready: {
      id: 'ready',
      title: text(kubernetesMessages.ready),
      align: 'end',
      unclipped: true,
      value: ({ replicas }) => replicas?.ready,
      cell: ({ replicas }) => replicas && `${replicas.ready}/${replicas.wanted}`,
    },
    restarts: {
      id: 'restarts',
      title: text(kubernetesMessages.restartsTitle),
      align: 'end',
      unclipped: true,
      value: ({ restarts }) => restarts,
    },
    cpu: {
      id: 'cpu',
      title: text(kubernetesMessages.cpu),
      unclipped: true,
      value: ({ cpu }) => cpu?.used,
      cell: ({ cpu }) => <UsageBar what="cpu" usage={cpu} />,
    },
    memory: {
      id: 'memory',
      title: text(kubernetesMessages.memory),
      unclipped: true,
      value: ({ memory }) => memory?.used,
      cell: ({ memory }) => <UsageBar what="memory" usage={memory} />,
    },
    created: {
      id: 'created',
      title: text(kubernetesMessages.created),
      headerStyle: { minWidth: 112 },
      unclipped: true,
      value: ({ object }) => object.metadata?.creationTimestamp,
      cell: ({ object }) =>
        object.metadata?.creationTimestamp !== undefined && <RelativeTime isPast at={object.metadata.creationTimestamp} />,
    },
  }
}

/** Why something is as it is, in one line; what the cluster says is on hover. Most rows have nothing to say. */
function WhyLine({ diagnosis }: { readonly diagnosis: Diagnosis }) {
  return diagnosis.causes.length === 0 ? undefined : <Causes diagnosis={diagnosis} />
}

function Causes({ diagnosis }: { readonly diagnosis: Diagnosis }) {
  const text = useText()
  const locale = useLocale()
  const now = useNow()
  const line = toCauseLine(diagnosis.causes, { text, locale, now })
  if (line === '') return undefined
  const said = diagnosis.causes.flatMap(({ message }) => message ?? [])
  return (
    <span className={styles.line} title={[line, ...said].join('\n')}>
      {line}
    </span>
  )
}
