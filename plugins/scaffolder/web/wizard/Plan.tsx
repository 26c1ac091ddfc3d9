import { EntityLink } from '@portico/catalog/web'
import { Link, useText } from '@portico/core/web'
import type { DryRunResult } from '@portico/scaffolder/common'
import { Button, InfoCard, SkeletonRows, WarningPanel } from '@portico/ui'
import IconCloudUp from '@tabler/icons-react/dist/esm/icons/IconCloudUp.mjs'
import { scaffolderMessages } from '../messages.ts'
import { NamedEntities } from '../parts/NamedEntities.tsx'
import styles from './Review.module.css'
import type { PlanState } from './use-plan.ts'

/** What a run would make, and whose approval it would need; or why there can be none. */
export function Plan({ plan: { data, error, failure, retry } }: { readonly plan: PlanState }) {
  const text = useText()
  if (error) {
    return (
      <WarningPanel
        severity={failure.isCertain ? 'error' : 'warning'}
        title={text(failure.isCertain ? scaffolderMessages.planRefused : scaffolderMessages.planFailed)}
        action={
          <Button variant="default" size="xs" onClick={retry}>
            {text(scaffolderMessages.planRetry)}
          </Button>
        }
      >
        <p className={styles.reason}>
          {failure.stepName === undefined
            ? error.message
            : text(scaffolderMessages.planStep, { step: failure.stepName, reason: error.message })}
        </p>
        <p>{text(failure.isCertain ? scaffolderMessages.planRefusedHint : scaffolderMessages.planFailedHint)}</p>
      </WarningPanel>
    )
  }
  return (
    <>
      <InfoCard title={text(scaffolderMessages.plan)}>{data ? <Made plan={data} /> : <SkeletonRows rows={3} />}</InfoCard>
      {data && data.approvals.length > 0 && (
        <InfoCard title={text(scaffolderMessages.approvals)}>
          <Approvals approvals={data.approvals} />
        </InfoCard>
      )}
    </>
  )
}

const shownFiles = 12

function Made({ plan: { effects, directoryContents: files } }: { readonly plan: DryRunResult }) {
  const text = useText()
  if (effects.length === 0 && files.length === 0) return <p className={styles.quiet}>{text(scaffolderMessages.planNothing)}</p>
  return (
    <>
      {effects.length > 0 && (
        <ul className={styles.effects}>
          {effects.map(({ stepId, kind, title, address, canUndo }, at) => (
            <li key={`${at} ${stepId}`} className={styles.effect}>
              <IconCloudUp size={16} aria-hidden />
              <span>{address === undefined ? <NamedEntities>{title}</NamedEntities> : <Link to={address}>{title}</Link>}</span>
              <span className={styles.quiet}>
                {kind} · {text(canUndo ? scaffolderMessages.canUndo : scaffolderMessages.cannotUndo)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {files.length > 0 && (
        <>
          <h3 className={styles.subtitle}>{text(scaffolderMessages.planFiles, { count: files.length })}</h3>
          <ul className={styles.files}>
            {files.slice(0, shownFiles).map(({ path }) => (
              <li key={path}>{path}</li>
            ))}
          </ul>
          {files.length > shownFiles && (
            <details className={styles.quiet}>
              <summary>{text(scaffolderMessages.planMoreFiles, { count: files.length - shownFiles })}</summary>
              <ul className={styles.files}>
                {files.slice(shownFiles, 1000).map(({ path }) => (
                  <li key={path}>{path}</li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
    </>
  )
}

function Approvals({ approvals }: { readonly approvals: DryRunResult['approvals'] }) {
  const text = useText()
  return (
    <ul className={styles.approvals}>
      {approvals.map(({ stepId, stepName, from, approvers, reason }) => (
        <li key={`${stepId} ${from} ${approvers.join(' ')}`}>
          <p>{text(scaffolderMessages.approvalNeeded, { step: stepName })}</p>
          <p className={styles.approvers}>
            {approvers.map(ref => (
              <EntityLink key={ref} entity={ref} defaultKind="group" />
            ))}
          </p>
          {reason !== undefined && <p className={styles.quiet}>{reason}</p>}
        </li>
      ))}
    </ul>
  )
}
