import { useText, WarningPanel } from '@portico/ui'
import { shellMessages } from '../messages.ts'
import type { FailedPlugin } from './outside.ts'
import styles from './outside.module.css'

/** Names the plugins that could not be loaded, and why. */
export function createFailures(failed: readonly FailedPlugin[]) {
  return function Failures() {
    const text = useText()
    if (failed.length === 0) return undefined
    return (
      <div className={styles.failures}>
        {failed.map(({ id, version, reason }) => (
          <WarningPanel key={id} severity="error" title={text(shellMessages.pluginNotLoaded, { plugin: id, version })}>
            {reason}
          </WarningPanel>
        ))}
      </div>
    )
  }
}
