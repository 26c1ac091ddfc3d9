import { verdictOf, type BuildAction, type BuildDetails, type BuildStatus, type BuildStep } from '@portico/builds/common'
import { useText } from '@portico/core/web'
import { EmptyState, useDuration } from '@portico/ui'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useId, useState } from 'react'
import { buildsMessages } from '../messages.ts'
import type { BuildSystem } from '../slots.ts'
import { ActionLog } from './ActionLog.tsx'
import { BuildStatusBadge } from './BuildStatusBadge.tsx'
import styles from './BuildSteps.module.css'

/** The steps of a build. The first that failed is open. */
export function BuildSteps({ build, system }: { readonly build: BuildDetails; readonly system: BuildSystem }) {
  const text = useText()
  const [toggled, setToggled] = useState<ReadonlyMap<number, boolean>>(new Map())
  const failed = build.steps.findIndex(({ actions }) => actions.some(({ status }) => verdictOf(status) === 'bad'))
  if (build.steps.length === 0) return <EmptyState size="small" title={text(buildsMessages.noSteps)} />
  return (
    <section aria-label={text(buildsMessages.steps)} className={styles.steps}>
      <h2 className={styles.heading}>{text(buildsMessages.steps)}</h2>
      {build.steps.map((step, at) => {
        const isOpen = toggled.get(at) ?? at === failed
        return (
          <Step
            key={at}
            step={step}
            build={build}
            system={system}
            isOpen={isOpen}
            onToggle={() => setToggled(new Map([...toggled, [at, !isOpen]]))}
          />
        )
      })}
    </section>
  )
}

interface StepProps {
  readonly step: BuildStep
  readonly build: BuildDetails
  readonly system: BuildSystem
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function Step({ step: { name, actions }, build, system, isOpen, onToggle }: StepProps) {
  const id = useId()
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  const logs = actions.filter(({ hasLog }) => hasLog)
  return (
    <div className={styles.step}>
      <h3 className={styles.title}>
        <button type="button" className={styles.toggle} aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
          <Chevron size={16} aria-hidden className={styles.chevron} />
          <span className={styles.name}>{name}</span>
          <Took actions={actions} />
          <BuildStatusBadge status={statusOf(actions)} />
        </button>
      </h3>
      {isOpen && (
        <div id={id} className={styles.body}>
          {actions.length > 1 && <Actions actions={actions} />}
          {(logs.length > 0 ? logs : actions.slice(0, 1)).map(action => (
            <ActionLog key={action.id} action={action} build={build} system={system} isNamed={logs.length > 1} />
          ))}
        </div>
      )}
    </div>
  )
}

/** What ran in a step, each in a line. */
function Actions({ actions }: { readonly actions: readonly BuildAction[] }) {
  return (
    <ul className={styles.actions}>
      {actions.map((action, at) => (
        <li key={`${at} ${action.id}`} className={styles.action}>
          <span className={styles.name}>{action.name}</span>
          <Took actions={[action]} />
          <BuildStatusBadge status={action.status} />
        </li>
      ))}
    </ul>
  )
}

function Took({ actions }: { readonly actions: readonly BuildAction[] }) {
  const duration = useDuration()
  const from = Math.min(...actions.map(({ startedAt }) => Date.parse(startedAt ?? '')))
  const to = Math.max(...actions.map(({ endedAt }) => Date.parse(endedAt ?? '')))
  return Number.isFinite(to - from) && to >= from ? <span className={styles.took}>{duration(to - from)}</span> : undefined
}

const worst: readonly BuildStatus[] = ['failed', 'timedout', 'infrastructure_fail', 'running', 'canceled', 'queued', 'scheduled']

/** A step is as bad as the worst of what ran in it. */
function statusOf(actions: readonly BuildAction[]): BuildStatus {
  return worst.find(status => actions.some(action => action.status === status)) ?? actions[0]?.status ?? 'not_run'
}
