import type { Text } from '@portico/ui'
import type { ComponentType } from 'react'

/** The parts of the shell that an app can replace with its own. */
export interface AppComponents {
  /** While the code of a page loads. */
  readonly Progress: ComponentType
  readonly NotFoundPage: ComponentType
  /** The portal could not start, or the code of a page could not be loaded. */
  readonly BootErrorPage: ComponentType<BootErrorProps>
  /** Before sign-in; it signs in through `session`. The portal gives it the title of the app. */
  readonly SignInPage: ComponentType<{ readonly title?: Text }>
  /** Instead of what a plugin could not show. */
  readonly ErrorFallback: ComponentType<ErrorFallbackProps>
}

export interface BootErrorProps {
  readonly kind: 'config' | 'chunk' | 'shell'
  readonly message: string
  /** Tries again, where only the page could not be loaded: then it is shown in the frame. */
  readonly onRetry?: () => void
}

export interface ErrorFallbackProps {
  readonly plugin: string
  readonly error: Error
  readonly onRetry: () => void
}
