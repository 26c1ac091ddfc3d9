import { Button, Logo, uiMessages, useText } from '@portico/ui'
import type { BootErrorProps } from '../app-components.ts'
import { shellMessages } from '../messages.ts'
import styles from './Shell.module.css'

const sentences = { config: shellMessages.configFailed, chunk: shellMessages.chunkFailed } as const

/** The portal, or a page of it, cannot be shown: what is known about why, and a way to try again. */
export function BootError({ kind, message, onRetry }: BootErrorProps) {
  const text = useText()
  // In the frame there is a main part around it, and a logo beside it.
  const Part = onRetry ? 'div' : 'main'
  const title = kind === 'shell' ? shellMessages.shellFailed : onRetry ? shellMessages.pageFailed : shellMessages.bootFailed
  return (
    <Part className={styles.notice}>
      {!onRetry && <Logo size={40} />}
      <h1 className={styles.noticeTitle}>{text(title)}</h1>
      <p role="alert" className={styles.noticeText}>
        {kind === 'shell' ? message : text(sentences[kind], { message })}
      </p>
      <div className={styles.noticeActions}>
        {onRetry && <Button onClick={onRetry}>{text(uiMessages.retry)}</Button>}
        <Button variant={onRetry ? 'default' : 'filled'} onClick={() => window.location.reload()}>
          {text(shellMessages.reload)}
        </Button>
      </div>
    </Part>
  )
}
