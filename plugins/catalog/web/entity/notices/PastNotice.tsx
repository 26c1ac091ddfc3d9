import { useLocation, useText } from '@portico/core/web'
import { Link, useDate, WarningPanel } from '@portico/ui'
import { entityMessages } from '../messages.ts'

/** A past state is shown. */
export function PastNotice({ asOf }: { asOf: string }) {
  const text = useText()
  const date = useDate()
  const { pathname } = useLocation()
  return (
    <WarningPanel
      severity="info"
      title={text(entityMessages.asOfNotice, { moment: date(asOf) })}
      action={<Link to={pathname}>{text(entityMessages.backToNow)}</Link>}
    />
  )
}
