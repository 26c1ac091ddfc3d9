import { useText } from '@portico/core/web'
import { InfoCard, StructuredMetadata } from '@portico/ui'
import { runningMessages } from '../messages.ts'
import styles from './RunPanels.module.css'

/** What the form was answered with. Secrets are never part of it. */
export function RunAnswers({ parameters }: { readonly parameters: Readonly<Record<string, unknown>> }) {
  const text = useText()
  return (
    <InfoCard title={text(runningMessages.answers)}>
      {Object.keys(parameters).length === 0 ? (
        <p className={styles.quiet}>{text(runningMessages.noAnswers)}</p>
      ) : (
        <StructuredMetadata facts={parameters} />
      )}
    </InfoCard>
  )
}
