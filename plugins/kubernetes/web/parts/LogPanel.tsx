import { RequestErrorPanel, useText } from '@portico/core/web'
import { containerNames, listOf, type KubeObject } from '@portico/kubernetes/common'
import { LogViewer, Select, Switch } from '@portico/ui'
import { useState } from 'react'
import type { PodPlace } from '../client/kubernetes-client.ts'
import { kubernetesMessages } from '../messages.ts'
import styles from './LogPanel.module.css'
import { usePodLog } from './use-pod-log.ts'
import textStyles from './Text.module.css'

/** The log of a container as it is written, or that of its previous run. */
export function LogPanel({ pod, place }: { readonly pod: KubeObject; readonly place: PodPlace }) {
  const text = useText()
  const names = containerNames(pod)
  const [chosen, setChosen] = useState(names[0] ?? '')
  const container = names.includes(chosen) ? chosen : (names[0] ?? '')
  const hasPrevious = listOf<{ name?: string; restartCount?: number }>(pod.status?.['containerStatuses']).some(
    ({ name, restartCount = 0 }) => name === container && restartCount > 0,
  )
  const [wantsPrevious, setPrevious] = useState(false)
  const previous = wantsPrevious && hasPrevious
  const { log, error, isRunning, isCut, retry } = usePodLog({ place, container, previous })
  return (
    <div className={styles.panel}>
      <div className={styles.bar}>
        {names.length > 1 && (
          <Select
            inline
            label={text(kubernetesMessages.container)}
            value={container}
            options={names.map(name => ({ value: name, label: name }))}
            onChange={setChosen}
          />
        )}
        {hasPrevious && (
          <Switch
            label={text(kubernetesMessages.previousRun)}
            checked={wantsPrevious}
            onChange={event => setPrevious(event.currentTarget.checked)}
          />
        )}
      </div>
      {isCut && <p className={textStyles.muted}>{text(kubernetesMessages.logCut)}</p>}
      {error ? (
        <RequestErrorPanel error={error} title={text(kubernetesMessages.logFailed)} onRetry={retry} />
      ) : (
        <LogViewer
          label={text(kubernetesMessages.logOf, { container })}
          text={log}
          running={isRunning}
          fileName={`${place.name}-${container}.log`}
          height={520}
        />
      )}
    </div>
  )
}
