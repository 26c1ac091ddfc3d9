import { durationOf, isOpen, type Build } from '@portico/builds/common'
import { useText } from '@portico/core/web'
import { RelativeTime, useDuration } from '@portico/ui'
import { buildsMessages } from '../messages.ts'
import styles from './BuildTime.module.css'

/** When a build ran, and how long it took. */
export function BuildTime({ build }: { readonly build: Build }) {
  const text = useText()
  const duration = useDuration()
  const ms = durationOf(build)
  const at = build.startedAt ?? (isOpen(build.status) ? build.queuedAt : undefined)
  return (
    <span className={styles.time}>
      {at !== undefined && (
        <span>
          {text(buildsMessages.run)} <RelativeTime at={at} />
        </span>
      )}
      {ms !== undefined && <span className={styles.took}>{text(buildsMessages.took, { duration: duration(ms) })}</span>}
    </span>
  )
}
