import { Button, useText } from '@portico/ui'
import { useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useAnalytics } from '../analytics/use-analytics.tsx'
import { shellMessages } from '../messages.ts'
import { usePortal } from '../portal.tsx'
import { usePageTitle } from '../title.ts'
import styles from './Shell.module.css'

/** Nothing lives at this address. */
export function NotFoundPage() {
  const text = useText()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { Failures } = usePortal().outside ?? {}
  const { captureEvent } = useAnalytics()
  usePageTitle(shellMessages.pageNotFoundTitle)
  useEffect(() => captureEvent('not-found', pathname), [captureEvent, pathname])
  return (
    <div className={styles.notice}>
      <p className={styles.noticeCode}>404</p>
      <h1 className={styles.noticeTitle}>{text(shellMessages.pageNotFound)}</h1>
      <p className={styles.noticeText}>{text(shellMessages.pageNotFoundHint, { path: pathname })}</p>
      {Failures && <Failures />}
      <div className={styles.noticeActions}>
        <Button component={Link} to="/">
          {text(shellMessages.goHome)}
        </Button>
        <Button variant="default" onClick={() => void navigate(-1)}>
          {text(shellMessages.goBack)}
        </Button>
      </div>
    </div>
  )
}
