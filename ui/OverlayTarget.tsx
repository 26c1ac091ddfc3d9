import { MantineThemeProvider } from '@mantine/core'
import { useMemo, type ReactNode } from 'react'

/** Menus, dialogs and tooltips of what is inside are put into an element, instead of the end of the page. */
export function OverlayTarget({ element, children }: { element: HTMLElement; children: ReactNode }) {
  const theme = useMemo(() => ({ components: { Portal: { defaultProps: { target: element } } } }), [element])
  return (
    <MantineThemeProvider inherit theme={theme}>
      {children}
    </MantineThemeProvider>
  )
}
