import type { BuildDetails } from '@portico/builds/common'
import { RequestErrorPanel, useText, useTitle } from '@portico/core/web'
import { Breadcrumbs, Fact, Facts, Link, SkeletonRows, WarningPanel } from '@portico/ui'
import { buildsMessages } from '../messages.ts'
import type { BuildSystem } from '../slots.ts'
import { useBuild, useRestart } from '../use-builds.ts'
import { BuildSource } from './BuildSource.tsx'
import { BuildStatusBadge } from './BuildStatusBadge.tsx'
import { BuildSteps } from './BuildSteps.tsx'
import { BuildTime } from './BuildTime.tsx'
import styles from './BuildView.module.css'
import { RestartButton } from './RestartButton.tsx'

interface BuildViewProps {
  readonly system: BuildSystem
  readonly id: string
  readonly listPath: string
}

/** One build: what it is, its steps and their logs. It follows the build while it is open. */
export function BuildView({ system, id, listPath }: BuildViewProps) {
  const text = useText()
  const { data, error, refetch } = useBuild(system, id)
  useTitle(data ? text(buildsMessages.buildNumber, { number: data.number }) : text(buildsMessages.buildDetails))
  return (
    <div className={styles.view}>
      <Breadcrumbs
        label={text(buildsMessages.buildDetails)}
        items={[{ title: text(buildsMessages.allBuilds), to: listPath }, { title: text(buildsMessages.buildDetails) }]}
      />
      {error && !data && <RequestErrorPanel error={error} title={text(buildsMessages.failedBuild)} onRetry={() => void refetch()} />}
      {error && data && <WarningPanel severity="warning" title={text(buildsMessages.stale, { reason: error.message })} />}
      {!data && !error && <SkeletonRows rows={6} />}
      {data && <Shown build={data} system={system} />}
    </div>
  )
}

/** Failed, under way, good; anything else is neutral. */
export function lookOf({ status }: Pick<BuildDetails, 'status'>): 'failed' | 'running' | 'success' | 'neutral' {
  if (status === 'failed' || status === 'success') return status
  return status === 'running' || status === 'queued' ? 'running' : 'neutral'
}

function Shown({ build, system }: { readonly build: BuildDetails; readonly system: BuildSystem }) {
  const text = useText()
  const restarting = useRestart(system)
  const { number, subject, url, workflow, user, committer, retryOf } = build
  const who = user?.name ?? user?.login ?? committer
  return (
    <>
      <section className={styles.card} data-look={lookOf(build)} aria-label={text(buildsMessages.buildNumber, { number })}>
        <div className={styles.head}>
          <BuildStatusBadge status={build.status} />
          <h2 className={styles.title}>
            <span className={styles.number}>#{number}</span> {subject}
          </h2>
          <span className={styles.actions}>
            {url !== undefined && <Link to={url}>{text(buildsMessages.viewAt, { system: text(system.title) })}</Link>}
            <RestartButton build={build} restarting={restarting} isWide />
          </span>
        </div>
        <Facts>
          <Fact label={text(buildsMessages.source)}>
            <BuildSource build={build} />
          </Fact>
          {who !== undefined && <Fact label={text(buildsMessages.startedBy)}>{who}</Fact>}
          <Fact label={text(buildsMessages.time)}>
            <BuildTime build={build} />
          </Fact>
          {workflow?.name !== undefined && (
            <Fact label={text(buildsMessages.workflow)}>
              {workflow.url === undefined ? workflow.name : <Link to={workflow.url}>{workflow.name}</Link>}
            </Fact>
          )}
          {workflow?.job !== undefined && <Fact label={text(buildsMessages.job)}>{workflow.job}</Fact>}
        </Facts>
        {retryOf !== undefined && <p className={styles.note}>{text(buildsMessages.retryOf, { number: retryOf })}</p>}
      </section>
      <BuildSteps build={build} system={system} />
    </>
  )
}
