import { useText, type Text } from '@portico/ui'
import { useEffect, useRef, useState } from 'react'
import { useApi, useApis } from '../../apis/use-api.ts'
import { useObservable } from '../../observable.ts'
import { useIdentity, usePortal } from '../../portal.tsx'
import { signedInUserApiRef } from '../../session/signed-in-user.ts'
import { useSlot } from '../../slots/use-slot.tsx'
import { shellMessages } from '../../messages.ts'
import { commandPalette, matchCommands, type Command, type CommandSource } from './commands.ts'
import { useOwnSources } from './own-commands.tsx'

export interface CommandGroup {
  readonly title: Text
  readonly commands: readonly Command[]
  readonly failed: boolean
}

// Keys that come faster than that are searched for together; one that comes alone is searched for at once.
const typingMs = 30

/** What matches the words typed so far, by source. Old answers stay until new ones arrive. */
export function useCommandSearch(
  query: string,
  recent: readonly Command[],
): { readonly groups: readonly CommandGroup[]; readonly searching: boolean } {
  const { client, shell } = usePortal()
  const sources = useSlot(commandPalette)
  const { userEntityRef, ownershipEntityRefs, type } = useIdentity()
  const isGuest = useObservable(useApi(signedInUserApiRef))?.isGuest ?? true
  const own = useOwnSources()
  const text = useText()
  const api = useApis()
  const [remote, setRemote] = useState<{ readonly query: string; readonly groups: readonly CommandGroup[] }>({ query: '', groups: [] })
  const searchedAt = useRef(Number.NEGATIVE_INFINITY)
  const asked = sources.some(({ item: { minLength = 1 } }) => query.length >= minLength)

  useEffect(() => {
    if (!asked) return
    const controller = new AbortController()
    const identity = { userEntityRef, ownershipEntityRefs, type }
    const given = { signal: controller.signal, client, identity, isGuest, text: (message: Text) => text(message), api }
    const search = async () => {
      searchedAt.current = performance.now()
      const open = sources.filter(({ item: { minLength = 1 } }) => query.length >= minLength)
      const groups = await Promise.all(open.map(({ item }) => searchOne(item, query, given)))
      if (!controller.signal.aborted) setRemote({ query, groups })
    }
    const sinceMs = performance.now() - searchedAt.current
    let timer: ReturnType<typeof setTimeout> | undefined
    if (sinceMs < typingMs) timer = setTimeout(search, typingMs - sinceMs)
    else void search()
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [query, asked, client, sources, userEntityRef, ownershipEntityRefs, type, isGuest, text, api])

  const matching = (commands: readonly Command[]) =>
    matchCommands(commands, query, ({ title, keywords = [] }) => [text(title), ...keywords])
  const local = [
    { title: shellMessages.paletteRecent, commands: query === '' ? recent : [], failed: false },
    ...shell.pageCommands.list().map(({ title, commands }) => ({ title, commands: matching(commands), failed: false })),
    ...own.map(source => ({ title: source.title, commands: source.search(query, text), failed: false })),
  ]
  // What is among the recent ones need not be there twice.
  const shown = new Set(query === '' ? recent.map(({ to }) => to) : [])
  const answered = (asked ? remote.groups : []).map(group => ({ ...group, commands: group.commands.filter(({ to }) => !shown.has(to)) }))
  const groups = [...local, ...answered].filter(({ commands, failed }) => commands.length > 0 || failed)
  return { groups, searching: asked && remote.query !== query }
}

async function searchOne(source: CommandSource, query: string, given: Parameters<CommandSource['search']>[1]): Promise<CommandGroup> {
  try {
    return { title: source.title, commands: await source.search(query, given), failed: false }
  } catch {
    return { title: source.title, commands: [], failed: true }
  }
}
