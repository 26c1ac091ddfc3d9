import { appSection } from '@portico/core/common'
import { Button, Link, uiMessages, useText } from '@portico/ui'
import { useId, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { shellMessages } from '../messages.ts'
import { useConfig } from '../portal.tsx'
import { supportSetupUrl } from '../support/support.ts'
import styles from './Shell.module.css'

export interface ErrorPageProps {
  readonly status?: string | number
  readonly statusMessage: string
  /** What more can be said about it. */
  readonly children?: ReactNode
  /** Instead of the configured address. */
  readonly supportUrl?: string
  readonly stack?: string | undefined
}

/** A whole page for a failure: what failed, a link back, and who can help. */
export function ErrorPage({ status = '', statusMessage, children, supportUrl, stack }: ErrorPageProps) {
  const text = useText()
  const navigate = useNavigate()
  const { support } = useConfig(appSection)
  return (
    <div className={styles.notice}>
      <p className={styles.noticeCode}>{text(shellMessages.errorStatus, { status, statusMessage })}</p>
      <h1 className={styles.noticeTitle}>{text(shellMessages.errorTitle)}</h1>
      {children && <div className={styles.noticeText}>{children}</div>}
      <div className={styles.noticeActions}>
        <Button onClick={() => void navigate(-1)}>{text(shellMessages.goBack)}</Button>
        <Link to={supportUrl ?? support?.url ?? supportSetupUrl} className={styles.noticeLink}>
          {text(shellMessages.contactSupport)}
        </Link>
      </div>
      {stack !== undefined && <Stack>{stack}</Stack>}
    </div>
  )
}

function Stack({ children }: { children: string }) {
  const text = useText()
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <Button variant="subtle" size="xs" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {text(open ? uiMessages.hideDetails : uiMessages.showDetails)}
      </Button>
      <pre id={id} hidden={!open} tabIndex={0} className={styles.stack}>
        {children}
      </pre>
    </>
  )
}
