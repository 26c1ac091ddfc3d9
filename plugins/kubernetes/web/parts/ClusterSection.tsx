import { Link, useText } from '@portico/core/web'
import { isProblem } from '@portico/kubernetes/common'
import { ActionIcon, Button, SkeletonRows, useNumber, WarningPanel } from '@portico/ui'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useId, useMemo, useState } from 'react'
import type { MissingToken } from '../client/cluster-auth.ts'
import type { ClusterState } from '../live/live-state.ts'
import { fitsFilter, toClusterRows, type ObjectRow } from '../live/rows.ts'
import type { ObjectView } from '../live/use-tab-state.ts'
import { kubernetesMessages } from '../messages.ts'
import { ClusterProblems } from './ClusterProblems.tsx'
import styles from './ClusterSection.module.css'
import { HealthStatus } from './HealthStatus.tsx'
import { ObjectTable } from './ObjectTable.tsx'
import { ProblemList } from './ProblemList.tsx'
import { useNow } from './use-now.ts'
import textStyles from './Text.module.css'

interface ClusterSectionProps {
  readonly state: ClusterState
  readonly view: ObjectView
  readonly words: string
  readonly onlyProblems: boolean
  readonly missing: MissingToken | undefined
  readonly onSignedIn: () => void
  readonly toObject: (cluster: string, row: ObjectRow) => string
  /** This page with only what needs attention. */
  readonly toProblems: string
}

/** One cluster: how it does at a glance, what went wrong, and its objects. */
export function ClusterSection({ state, view, words, onlyProblems, missing, onSignedIn, toObject, toProblems }: ClusterSectionProps) {
  const text = useText()
  const id = useId()
  const number = useNumber()
  const [isOpen, setOpen] = useState(true)
  const now = useNow()
  const { cluster, groups, podMetrics } = state
  const title = cluster.title ?? cluster.name
  const rows = useMemo(() => toClusterRows({ ...(groups && { groups }), podMetrics }, now.getTime()), [groups, podMetrics, now])
  const of = view === 'workloads' ? rows.workloads : view === 'pods' ? rows.pods : rows.others
  const shown = useMemo(
    () => of.filter(row => fitsFilter(row, words) && (!onlyProblems || isProblem(row.diagnosis.state))),
    [of, words, onlyProblems],
  )
  const link = useMemo(() => (row: ObjectRow) => toObject(cluster.name, row), [toObject, cluster.name])
  const { health } = rows
  return (
    <section aria-labelledby={id} className={styles.section}>
      <header className={styles.head}>
        <ActionIcon
          aria-label={text(isOpen ? kubernetesMessages.collapse : kubernetesMessages.expand, { cluster: title })}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
        </ActionIcon>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {groups && groups.length > 0 && <HealthStatus state={health.state} />}
        {groups && groups.length > 0 && (
          <span className={`${textStyles.muted} ${styles.facts}`}>
            {text(kubernetesMessages.summary, {
              workloads: number(rows.workloads.length),
              ready: number(health.readyPods),
              pods: number(health.pods),
            })}
            {health.problems > 0 && ` · ${text(kubernetesMessages.problemCount, { count: number(health.problems) })}`}
          </span>
        )}
        {cluster.dashboardUrl !== undefined && (
          <span className={styles.end}>
            <Link to={cluster.dashboardUrl}>{text(kubernetesMessages.dashboard)}</Link>
          </span>
        )}
      </header>
      {isOpen && (
        <div className={styles.body}>
          {missing?.provider && <SignIn missing={missing} title={title} onSignedIn={onSignedIn} />}
          <ClusterProblems state={state} missing={missing} />
          {state.lost !== undefined && <p className={textStyles.muted}>{text(kubernetesMessages.notLive, { reason: state.lost })}</p>}
          {!groups && <SkeletonRows rows={3} />}
          {view === 'workloads' && <ProblemList rows={rows} toObject={link} isWhole={onlyProblems} toAll={toProblems} />}
          {groups && (groups.length > 0 || state.errors.length === 0) && (
            <ObjectTable label={title} view={view} rows={shown} toObject={link} isFiltered={words !== '' || onlyProblems} />
          )}
        </div>
      )}
    </section>
  )
}

function SignIn({
  missing,
  title,
  onSignedIn,
}: {
  readonly missing: MissingToken
  readonly title: string
  readonly onSignedIn: () => void
}) {
  const text = useText()
  const { provider } = missing
  if (!provider) return undefined
  return (
    <WarningPanel
      severity="info"
      title={text(kubernetesMessages.signInNeeded, { cluster: title })}
      action={
        <Button size="xs" variant="default" onClick={() => void provider.api.signIn().then(onSignedIn, () => undefined)}>
          {text(kubernetesMessages.signInTo, { provider: provider.id })}
        </Button>
      }
    />
  )
}
