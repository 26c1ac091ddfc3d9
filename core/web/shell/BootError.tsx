import { Button, Logo, useText } from '@portico/ui'
import type { BootErrorProps } from '../app-components.ts'
import { shellMessages } from '../messages.ts'
import styles from './Shell.module.css'

const sentences = { config: shellMessages.configFailed, chunk: shellMessages.chunkFailed } as const

/** The portal cannot be shown: what is known about why, and a way to try again. */
export function BootError({ kind, message }: BootErrorProps) {
  const text = useText()
  return (
    <main className={styles.notice}>
      <Logo size={40} />
      <h1 className={styles.noticeTitle}>{text(kind === 'shell' ? shellMessages.shellFailed : shellMessages.bootFailed)}</h1>
      <p role="alert" className={styles.noticeText}>
        {kind === 'shell' ? message : text(sentences[kind], { message })}
      </p>
      <div className={styles.noticeActions}>
        <Button onClick={() => window.location.reload()}>{text(shellMessages.reload)}</Button>
      </div>
    </main>
  )
}
