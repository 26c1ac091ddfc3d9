import { entityRefOf } from '@portico/catalog/common'
import { useEntity } from '@portico/catalog/web'
import { refusalOf, RefusalPanel, useText } from '@portico/core/web'
import { Code, Content, EmptyState, ErrorPanel, SearchField, SkeletonRows, Switch, Tabs } from '@portico/ui'
import IconTopologyStar3 from '@tabler/icons-react/dist/esm/icons/IconTopologyStar3.mjs'
import { selectionOf } from '@portico/kubernetes/common'
import type { ClusterState } from '../live/live-state.ts'
import { useLiveObjects, type LiveObjects } from '../live/use-live-objects.ts'
import { objectViews, useTabState } from '../live/use-tab-state.ts'
import { kubernetesMessages } from '../messages.ts'
import { ClusterSection } from './ClusterSection.tsx'
import styles from './KubernetesTab.module.css'
import { ObjectDrawer } from './ObjectDrawer.tsx'
import textStyles from './Text.module.css'

const sample = `kubernetes:
  clusterLocatorMethods:
    - type: config
      clusters:
        - name: production
          url: https://kubernetes.example.com
          authProvider: serviceAccount
          serviceAccountToken: \${K8S_TOKEN}`

/** The clusters of an entity and what runs there, as it changes. */
export function KubernetesTab() {
  return (
    <Content>
      <Clusters />
    </Content>
  )
}

function Clusters() {
  const entity = useEntity()
  const live = useLiveObjects(entityRefOf(entity))
  const text = useText()
  const refusal = live.error && refusalOf(live.error)
  if (refusal) return <RefusalPanel refusal={refusal} />
  if (live.error && !live.clusters)
    return <ErrorPanel title={text(kubernetesMessages.failed)} message={live.error.message} onRetry={live.retry} />
  if (!live.clusters) return <SkeletonRows rows={6} />
  if (live.clusters.length === 0) return <NoClusters />
  if (live.clusters.every(isEmpty)) return <NothingFound clusters={live.clusters} />
  return <Objects live={live} clusters={live.clusters} />
}

function isEmpty({ groups, errors }: ClusterState): boolean {
  return groups?.length === 0 && errors.length === 0
}

function namesOf(clusters: readonly ClusterState[]): string {
  return clusters.map(({ cluster }) => cluster.title ?? cluster.name).join(', ')
}

function NoClusters() {
  const text = useText()
  return (
    <EmptyState
      wide
      icon={<IconTopologyStar3 size={28} aria-hidden />}
      title={text(kubernetesMessages.noClusters)}
      detail={<Code block>{sample}</Code>}
    >
      {text(kubernetesMessages.noClustersHint)}
    </EmptyState>
  )
}

function NothingFound({ clusters }: { readonly clusters: readonly ClusterState[] }) {
  const text = useText()
  const { labelSelector: selector, namespace } = selectionOf(useEntity())
  const names = namesOf(clusters)
  return (
    <EmptyState icon={<IconTopologyStar3 size={28} aria-hidden />} title={text(kubernetesMessages.nothing)}>
      {namespace === undefined
        ? text(kubernetesMessages.nothingHint, { clusters: names, selector })
        : text(kubernetesMessages.nothingIn, { clusters: names, selector, namespace })}
    </EmptyState>
  )
}

function Objects({ live, clusters }: { readonly live: LiveObjects; readonly clusters: readonly ClusterState[] }) {
  const text = useText()
  const { view, words, onlyProblems, open, set, toObject, toProblems } = useTabState()
  const shown = clusters.filter(each => !isEmpty(each))
  const empty = clusters.filter(isEmpty)
  const isLost = clusters.some(({ lost }) => lost !== undefined)
  const sections = (
    <div className={styles.sections}>
      {shown.map(state => (
        <ClusterSection
          key={state.cluster.name}
          state={state}
          view={view}
          words={words}
          onlyProblems={onlyProblems}
          missing={live.missing.find(({ cluster }) => cluster === state.cluster.name)}
          onSignedIn={live.retry}
          toObject={toObject}
          toProblems={toProblems}
        />
      ))}
      {empty.length > 0 && <p className={textStyles.muted}>{text(kubernetesMessages.emptyClusters, { clusters: namesOf(empty) })}</p>}
    </div>
  )
  return (
    <div className={styles.tab}>
      <div className={styles.bar}>
        <SearchField label={text(kubernetesMessages.filter)} value={words} delayMs={150} onChange={value => set('filter', value)} />
        <Switch
          label={text(kubernetesMessages.onlyProblems)}
          checked={onlyProblems}
          onChange={event => set('problems', event.currentTarget.checked ? 'true' : undefined)}
        />
        <LiveMark connection={isLost && live.connection === 'live' ? 'lost' : live.connection} />
      </div>
      <Tabs
        label={text(kubernetesMessages.view)}
        selected={view}
        onSelect={id => set('view', id === 'workloads' ? undefined : id)}
        tabs={objectViews.map(id => ({ id, title: text(kubernetesMessages[id]), content: sections }))}
      />
      {open && <ObjectDrawer address={open} clusters={clusters} toObject={toObject} onClose={() => set('object', undefined)} />}
    </div>
  )
}

const words = { connecting: kubernetesMessages.connecting, live: kubernetesMessages.live, lost: kubernetesMessages.reconnecting } as const

/** Whether what is shown follows the clusters now. */
function LiveMark({ connection }: { readonly connection: keyof typeof words }) {
  const text = useText()
  return (
    <span role="status" className={styles.mark} data-connection={connection}>
      <span className={styles.dot} aria-hidden />
      {text(words[connection])}
    </span>
  )
}
