import type { ConnectorViews } from '@portico/connectors/common'
import { useText } from '@portico/core/web'
import { RelativeTime } from '@portico/ui'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconClockExclamation from '@tabler/icons-react/dist/esm/icons/IconClockExclamation.mjs'
import { toolMessages } from '../messages.ts'
import styles from './Tools.module.css'

/** Above values that are not those of now: why, since when, and how old they are. */
export function ToolNotice({ tool }: { readonly tool: ConnectorViews }) {
  const text = useText()
  const { title, state, error, checkedAt } = tool
  if (state === 'stale') {
    return (
      <p className={styles.notice} data-tone="warning" role="note">
        <IconClockExclamation size={16} aria-hidden />
        <span>
          {text(toolMessages.stale, { tool: title })} {checkedAt !== undefined && <RelativeTime at={checkedAt} />}
        </span>
      </p>
    )
  }
  if (state !== 'failing') return undefined
  return (
    <p className={styles.notice} data-tone="error" role="note">
      <IconAlertTriangle size={16} aria-hidden />
      <span>
        <b>{text(toolMessages.failing, { tool: title })}</b>
        {error?.since !== undefined && (
          <>
            {' '}
            ({text(toolMessages.failingSince)} <RelativeTime at={error.since} />)
          </>
        )}
        {error && `: ${error.message}.`}{' '}
        {checkedAt === undefined ? (
          text(toolMessages.noValuesYet)
        ) : (
          <>
            {text(toolMessages.lastValues)} <RelativeTime at={checkedAt} />.
          </>
        )}
      </span>
    </p>
  )
}
