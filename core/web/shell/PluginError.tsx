import { AppError } from '@portico/core/common'
import { ErrorPanel, useText } from '@portico/ui'
import type { ErrorFallbackProps } from '../app-components.ts'
import { shellMessages } from '../messages.ts'
import styles from './Shell.module.css'

/** The error of a plugin, where its part of the page would be. */
export function PluginError({ plugin, error, onRetry }: ErrorFallbackProps) {
  const text = useText()
  return (
    <div className={styles.pluginError}>
      <ErrorPanel
        title={text(shellMessages.errorInPlugin, { plugin })}
        message={isLostExtension(error) ? text(shellMessages.extensionFailed, { name: String(error.details['name']) }) : error.message}
        details={error.stack}
        onRetry={onRetry}
      />
    </div>
  )
}

function isLostExtension(error: Error): error is AppError {
  return error instanceof AppError && error.code === 'core.extension'
}
