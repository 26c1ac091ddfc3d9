import type { AnchorProps, LinkNavigation } from '@portico/ui'
import { useMemo, type MouseEvent } from 'react'
import { Link, useNavigate, type LinkProps } from 'react-router'
import { useAnalytics } from './analytics/use-analytics.tsx'
import { usePortal } from './portal.tsx'
import { usePreloading } from './routes/use-preload.ts'

/** The anchor under every link inside the portal: it changes the page without a reload, and captures `click`. */
export function renderAnchor(props: AnchorProps) {
  return <CapturedLink {...props} />
}

/** The same for links that change a part of the page: focus and scroll position stay. */
export function renderStayingAnchor(props: AnchorProps) {
  return <CapturedLink {...props} state={{ keepFocus: true }} preventScrollReset />
}

function CapturedLink({ onClick, ...props }: LinkProps) {
  const { captureEvent } = useAnalytics()
  const preloading = usePreloading(String(props.to))
  function capture(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const words = event.currentTarget.getAttribute('aria-label') ?? event.currentTarget.textContent.trim()
    captureEvent('click', words || String(props.to), { attributes: { to: String(props.to) } })
  }
  return <Link {...preloading} {...props} onClick={capture} />
}

/** The same for links in texts, which React does not draw. */
export function usePortalNavigation(): LinkNavigation {
  const navigate = useNavigate()
  const { basePath } = usePortal().facts
  const { captureEvent } = useAnalytics()
  return useMemo(
    () => ({
      toHref: to => `${basePath}${to}`,
      follow(to, label = to) {
        captureEvent('click', label || to, { attributes: { to } })
        void navigate(to)
      },
    }),
    [navigate, basePath, captureEvent],
  )
}
