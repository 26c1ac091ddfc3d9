import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import { useStored } from '../../storage/use-stored.ts'
import type { Command } from './commands.ts'

const maxRecent = 5

interface RecentCommand {
  readonly id: string
  readonly title: string
  readonly subtitle?: string
  readonly to: string
}

/** Where the user went by the palette, the last first. They follow the user to other browsers. */
export function useRecentCommands() {
  const [stored, store] = useStored<unknown>('palette', 'recent')
  const recent = Array.isArray(stored.value) ? stored.value.filter(isRecent).slice(0, maxRecent) : []
  return {
    commands: recent.map((command): Command => ({ ...command, icon: <IconHistory /> })),
    /** Only what leads somewhere can be returned to. */
    async add({ id, to }: Command, title: string, subtitle: string | undefined): Promise<void> {
      if (to === undefined) return
      const added: RecentCommand = { id, title, to, ...(subtitle !== undefined && { subtitle }) }
      await store([added, ...recent.filter(each => each.id !== id)].slice(0, maxRecent))
    },
  }
}

/** What is stored may be of another version. */
function isRecent(value: unknown): value is RecentCommand {
  if (typeof value !== 'object' || value === null) return false
  const { id, title, to, subtitle } = value as Partial<Record<keyof RecentCommand, unknown>>
  const isPath = typeof to === 'string' && to.startsWith('/') && !to.startsWith('//')
  return typeof id === 'string' && typeof title === 'string' && isPath && (subtitle === undefined || typeof subtitle === 'string')
}
