import { Link, useText } from '@portico/core/web'
import { dashboardLinkIfAny, eventUidOf, type KubeObject } from '@portico/kubernetes/common'
import { CodeBlock, Drawer, EmptyState, Tabs, toYaml } from '@portico/ui'
import { useMemo, useState } from 'react'
import type { ClusterState } from '../live/live-state.ts'
import type { ObjectAddress } from '../live/object-address.ts'
import { toClusterRows, type ObjectRow } from '../live/rows.ts'
import { kubernetesMessages } from '../messages.ts'
import { EventList } from './EventList.tsx'
import { HealthStatus } from './HealthStatus.tsx'
import { LogPanel } from './LogPanel.tsx'
import { ObjectActions } from './ObjectActions.tsx'
import styles from './ObjectDrawer.module.css'
import { ObjectOverview } from './ObjectOverview.tsx'
import { useNow } from './use-now.ts'
import textStyles from './Text.module.css'

interface ObjectDrawerProps {
  readonly address: ObjectAddress
  readonly clusters: readonly ClusterState[]
  readonly toObject: (cluster: string, row: ObjectRow) => string
  readonly onClose: () => void
}

/** One object: what it is, why it does not run, its log, its events, and all of it. */
export function ObjectDrawer({ address, clusters, toObject, onClose }: ObjectDrawerProps) {
  const text = useText()
  const now = useNow()
  const state = clusters.find(({ cluster }) => cluster.name === address.cluster)
  const rows = useMemo(
    () => state && toClusterRows({ ...(state.groups && { groups: state.groups }), podMetrics: state.podMetrics }, now.getTime()),
    [state, now],
  )
  const all = rows ? [...rows.workloads, ...rows.pods, ...rows.others] : []
  const row = all.find(
    each => each.type === address.type && each.kind === address.kind && each.namespace === address.namespace && each.name === address.name,
  )
  return (
    <Drawer open onClose={onClose} width={860} title={address.name}>
      {row && state ? (
        <ShownObject
          key={row.key}
          row={row}
          state={state}
          podRows={(rows?.pods ?? []).filter(({ object }) => row.pods.includes(object))}
          toObject={toObject}
        />
      ) : (
        <EmptyState size="small" title={text(kubernetesMessages.goneNow)}>
          {text(kubernetesMessages.goneHint)}
        </EmptyState>
      )}
    </Drawer>
  )
}

interface ShownObjectProps {
  readonly row: ObjectRow
  readonly state: ClusterState
  readonly podRows: readonly ObjectRow[]
  readonly toObject: (cluster: string, row: ObjectRow) => string
}

function ShownObject({ row, state: { cluster }, podRows, toObject }: ShownObjectProps) {
  const text = useText()
  const [tab, setTab] = useState('overview')
  const isPod = row.type === 'pods'
  const link = dashboardLinkIfAny(cluster, row.object, row.kind)
  const place = { cluster: cluster.name, namespace: row.namespace, name: row.name, kind: row.kind, uid: eventUidOf(row.object) }
  const tabs = [
    {
      id: 'overview',
      title: text(kubernetesMessages.overview),
      content: <ObjectOverview row={row} place={place} podRows={podRows} toObject={toObject} />,
    },
    ...(isPod ? [{ id: 'logs', title: text(kubernetesMessages.logs), content: <LogPanel pod={row.object} place={place} /> }] : []),
    { id: 'events', title: text(kubernetesMessages.events), content: <EventList place={place} /> },
    { id: 'yaml', title: text(kubernetesMessages.yaml), content: <Yaml object={row.object} kind={row.kind} /> },
  ]
  return (
    <div className={styles.object}>
      <div className={styles.head}>
        <HealthStatus state={row.diagnosis.state}>{row.diagnosis.reason || undefined}</HealthStatus>
        <span className={textStyles.muted}>{[row.kind, row.namespace, cluster.title ?? cluster.name].filter(Boolean).join(' · ')}</span>
        <span className={styles.end}>
          {link !== undefined && <Link to={link}>{text(kubernetesMessages.dashboard)}</Link>}
          <ObjectActions row={row} place={place} />
        </span>
      </div>
      <Tabs inDialog label={row.name} selected={tab} onSelect={setTab} tabs={tabs} />
    </div>
  )
}

function Yaml({ object, kind }: { readonly object: KubeObject; readonly kind: string }) {
  const text = useText()
  return (
    <>
      {kind === 'Secret' && <p className={`${textStyles.muted} ${styles.note}`}>{text(kubernetesMessages.masked)}</p>}
      <CodeBlock code={toYaml(object)} language="yaml" maxHeight={640} />
    </>
  )
}
