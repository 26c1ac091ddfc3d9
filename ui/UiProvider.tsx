import './primitives.ts'
import './tokens.css'
import './fonts.css'
import './base.css'
import { MantineProvider } from '@mantine/core'
import { useLayoutEffect, type ReactNode } from 'react'
import { CopyErrorProvider } from './copying.tsx'
import { LocaleProvider } from './locale.tsx'
import { cssVariables, theme } from './theme.ts'

export interface UiProviderProps {
  readonly scheme: 'light' | 'dark'
  /** The nonce of styles for the page's content security policy. */
  readonly nonce?: string | undefined
  /** The organisation's colour; the kit decides its lightness, so that text stays readable. */
  readonly accent?: string | undefined
  /** The language that numbers and dates are written in. Default: English. */
  readonly locale?: string | undefined
  /** Called when something could not be copied. */
  readonly onCopyError?: ((error: Error) => void) | undefined
  readonly children: ReactNode
  /** `test` disables transitions and portals. */
  readonly env?: 'default' | 'test'
}

/** The theme of everything inside. */
export function UiProvider({ scheme, nonce, accent, locale = 'en', onCopyError, children, env = 'default' }: UiProviderProps) {
  useLayoutEffect(() => {
    if (!accent) return
    const root = document.documentElement
    root.style.setProperty('--accent-seed', accent)
    return () => {
      root.style.removeProperty('--accent-seed')
    }
  }, [accent])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      forceColorScheme={scheme}
      env={env}
      {...(nonce !== undefined && { getStyleNonce: () => nonce })}
    >
      <LocaleProvider locale={locale}>
        <CopyErrorProvider onError={onCopyError}>{children}</CopyErrorProvider>
      </LocaleProvider>
    </MantineProvider>
  )
}
