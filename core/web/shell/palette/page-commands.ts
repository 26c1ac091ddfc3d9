import type { Text } from '@portico/ui'
import type { Command } from './commands.ts'

/** What can be done on the page that is open. */
export interface PageCommands {
  readonly title: Text
  readonly commands: readonly Command[]
}

/** The commands of what is on the screen now. */
export function createPageCommands() {
  const shown = new Set<{ readonly current: PageCommands }>()
  return {
    add(given: { readonly current: PageCommands }): () => void {
      shown.add(given)
      return () => void shown.delete(given)
    },
    /** By title, each once. */
    list(): PageCommands[] {
      const byTitle = new Map<Text, Command[]>()
      for (const { current } of shown) byTitle.set(current.title, [...(byTitle.get(current.title) ?? []), ...current.commands])
      return [...byTitle].map(([title, commands]) => ({ title, commands }))
    },
  }
}
