import type { ConnectorViews } from '@portico/connectors/common'
import { useText } from '@portico/core/web'
import { RelativeTime, WarningPanel } from '@portico/ui'
import { toolMessages } from '../messages.ts'

/** Above values that are not those of now: why, since when, and how old they are. */
export function ToolNotice({ tool }: { readonly tool: ConnectorViews }) {
  const text = useText()
  const { title, state, error, checkedAt } = tool
  const read = checkedAt === undefined ? undefined : <RelativeTime at={checkedAt} />
  if (state === 'stale')
    return (
      <WarningPanel
        title={
          <>
            {text(toolMessages.stale, { tool: title })} {read}
          </>
        }
      />
    )
  if (state !== 'failing') return undefined
  const since = error?.since !== undefined && (
    <>
      ({text(toolMessages.failingSince)} <RelativeTime at={error.since} />)
    </>
  )
  return (
    <WarningPanel
      title={
        <>
          {text(toolMessages.failing, { tool: title })} {since}
        </>
      }
    >
      {error && `${error.message}. `}
      {read ? text(toolMessages.lastValues) : text(toolMessages.noValuesYet)} {read}
    </WarningPanel>
  )
}
