import { AppError } from '@portico/core/common'
import { Button, Logo, useText } from '@portico/ui'
import { useRouteError } from 'react-router'
import { shellMessages } from '../messages.ts'
import styles from './Shell.module.css'

const sentences = { config: shellMessages.configFailed, chunk: shellMessages.chunkFailed } as const

/** The portal cannot be shown: what is known about why, and a way to try again. */
export function BootError({ kind, message }: { kind: keyof typeof sentences | 'shell'; message: string }) {
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

/** What the router caught: code that did not arrive, or a fault in the shell itself. */
export function RootError() {
  const error = useRouteError()
  const isChunk = error instanceof AppError && error.code === 'core.chunk'
  return <BootError kind={isChunk ? 'chunk' : 'shell'} message={error instanceof Error ? error.message : String(error)} />
}
