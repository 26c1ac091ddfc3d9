import type { Text } from '@portico/ui'
import { useEffect, useRef } from 'react'
import { usePortal } from '../../portal.tsx'
import type { Command } from './commands.ts'
import type { PageCommands } from './page-commands.ts'

/** Adds commands to the palette for as long as the component is shown: what can be done with what the page is about. */
export function usePageCommands(title: Text, commands: readonly Command[]): void {
  const { pageCommands } = usePortal().shell
  const latest = useRef<PageCommands>({ title, commands })
  useEffect(() => {
    latest.current = { title, commands }
  })
  useEffect(() => pageCommands.add(latest), [pageCommands])
}
