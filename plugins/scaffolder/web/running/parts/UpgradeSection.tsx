import { Link, query, RequestErrorPanel, useCall, useNavigate, usePermission, useQuery, useText } from '@portico/core/web'
import {
  hasEnded,
  scaffolderApi,
  scaffolderPaths,
  templateUpgradePermission,
  type UpgradeDiff,
  type ProvenanceRecord,
} from '@portico/scaffolder/common'
import { Button, ConfirmDialog, SkeletonRows, Status, useNumber, type StatusKind } from '@portico/ui'
import { useState } from 'react'
import { runningMessages } from '../messages.ts'
import styles from './RunPanels.module.css'

/** How far a repository is behind its template, what is done about it, and the upgrade. */
export function UpgradeSection({ repository }: { readonly repository: ProvenanceRecord }) {
  const text = useText()
  const number = useNumber()
  const mayUpgrade = usePermission({ permission: templateUpgradePermission })
  const [isOpen, setOpen] = useState(false)
  const { id, isOutdated, changesBehind, canUpgrade, upgrade, request } = repository
  const isRunning = upgrade?.status !== undefined && !hasEnded(upgrade.status)
  return (
    <div className={styles.spaced}>
      {isOutdated && changesBehind > 0 && (
        <p className={styles.quiet}>{text(runningMessages.changesBehind, { count: number(changesBehind) })}</p>
      )}
      {request && (
        <p>
          <Link to={request.url}>{text(runningMessages.upgradeRequest, { number: request.number })}</Link>
          {request.conflicts.length > 0 && ` ${text(runningMessages.upgradeConflicts, { count: number(request.conflicts.length) })}`}
        </p>
      )}
      {upgrade && (
        <p>
          <Link to={scaffolderPaths.task(upgrade.taskId)}>{text(runningMessages.upgradeRun)}</Link>
        </p>
      )}
      {isOutdated && !canUpgrade && <p className={styles.quiet}>{text(runningMessages.cannotUpgrade)}</p>}
      {isOutdated && canUpgrade && !request && !isRunning && mayUpgrade.allowed && (
        <Button variant="default" size="xs" onClick={() => setOpen(true)}>
          {text(runningMessages.upgrade)}
        </Button>
      )}
      {isOpen && <UpgradeDialog originId={id} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** What an upgrade would change, before it is asked for. */
function UpgradeDialog({ originId, onClose }: { readonly originId: string; readonly onClose: () => void }) {
  const text = useText()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(query(scaffolderApi.getUpgradeDiff, { params: { originId } }))
  const { mutateAsync } = useCall(scaffolderApi.startUpgrades)
  async function start() {
    if (!data) throw new Error(text(runningMessages.upgradeNotYet))
    if (data.missingAnswers.length > 0) throw new Error(text(runningMessages.upgradeAsks, { names: data.missingAnswers.join(', ') }))
    const { items } = await mutateAsync({ body: { originIds: [originId] } })
    const [started] = items
    if (!started) throw new Error(text(runningMessages.upgradeNothing))
    void navigate(scaffolderPaths.task(started.taskId))
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={text(runningMessages.upgradeTitle)}
      confirm={text(runningMessages.upgradeStart)}
      onConfirm={start}
    >
      {error ? (
        <RequestErrorPanel error={error} title={text(runningMessages.upgradeFailed)} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={3} />
      ) : (
        <DiffFiles drift={data} />
      )}
    </ConfirmDialog>
  )
}

const outcomes: Readonly<Record<UpgradeDiff['files'][number]['outcome'], StatusKind>> = {
  taken: 'ok',
  merged: 'ok',
  same: 'ok',
  conflict: 'warning',
  skipped: 'aborted',
}

function DiffFiles({ drift: { files, missingAnswers } }: { readonly drift: UpgradeDiff }) {
  const text = useText()
  const words = {
    taken: text(runningMessages.outcomeTaken),
    merged: text(runningMessages.outcomeMerged),
    same: text(runningMessages.outcomeSame),
    conflict: text(runningMessages.outcomeConflict),
    skipped: text(runningMessages.outcomeSkipped),
  }
  return (
    <>
      {missingAnswers.length > 0 && <p>{text(runningMessages.upgradeAsks, { names: missingAnswers.join(', ') })}</p>}
      <p>{text(files.length === 0 ? runningMessages.upgradeNothing : runningMessages.upgradeFiles)}</p>
      <ul className={styles.plan} aria-label={text(runningMessages.upgradeFiles)}>
        {files.slice(0, 200).map(({ path, outcome }) => (
          <li key={path}>
            {path} <Status kind={outcomes[outcome]}>{words[outcome]}</Status>
          </li>
        ))}
      </ul>
    </>
  )
}
