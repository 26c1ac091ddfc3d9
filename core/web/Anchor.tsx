import type { AnchorProps } from '@portico/ui'
import type { MouseEvent } from 'react'
import { Link, type LinkProps } from 'react-router'
import { useAnalytics } from './analytics/use-analytics.tsx'

/** The anchor under every link inside the portal: it changes the page without loading it anew, and captures `click`. */
export function renderAnchor(props: AnchorProps) {
  return <CapturedLink {...props} />
}

/** The same for links that change a part of the page: the focus and the place on the page stay. */
export function renderStayingAnchor(props: AnchorProps) {
  return <CapturedLink {...props} state={{ keepFocus: true }} preventScrollReset />
}

function CapturedLink({ onClick, ...props }: LinkProps) {
  const { captureEvent } = useAnalytics()
  function capture(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const words = event.currentTarget.getAttribute('aria-label') ?? event.currentTarget.textContent.trim()
    captureEvent('click', words || String(props.to), { attributes: { to: String(props.to) } })
  }
  return <Link {...props} onClick={capture} />
}
