import { useText } from '@portico/ui'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useHref, useNavigate } from 'react-router'
import { errorApiRef } from '../../alerts/errors.ts'
import { useAnalytics } from '../../analytics/use-analytics.tsx'
import { useApi } from '../../apis/use-api.ts'
import { shellMessages } from '../../messages.ts'
import styles from './CommandPalette.module.css'
import { CommandList } from './CommandList.tsx'
import type { Command } from './commands.ts'
import { useCommandSearch } from './use-command-search.ts'
import { useRecentCommands } from './use-recent-commands.tsx'

/** The command palette: pages and actions by typing. A lazy chunk. */
export function CommandPalette({ typed, onClose }: { typed: string; onClose: () => void }) {
  const text = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const [query, setQuery] = useState(typed)
  const [chosen, setChosen] = useState(0)
  const recent = useRecentCommands()
  const { groups, searching } = useCommandSearch(query.trim(), recent.commands)
  const commands = groups.flatMap(group => group.commands)
  const current = Math.min(chosen, commands.length - 1)
  const { captureEvent } = useAnalytics()
  const follow = useFollow(onClose, command => {
    if (query.trim() !== '') captureEvent('search', query.trim())
    return recent.add(command, text(command.title), command.subtitle && text(command.subtitle))
  })
  // Closing it, before it goes, gives the focus back to where it was.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    input.current?.focus()
    // A click on the backdrop is a click on the dialog itself.
    const onBackdrop = (event: MouseEvent) => event.target === shown && shown?.close()
    shown?.addEventListener('click', onBackdrop)
    return () => {
      shown?.removeEventListener('click', onBackdrop)
      shown?.close()
    }
  }, [])

  function pressed(event: KeyboardEvent) {
    const moves: Record<string, number> = { ArrowDown: current + 1, ArrowUp: current - 1 + commands.length }
    const command = commands[current]
    if (event.key in moves && commands.length > 0) setChosen(moves[event.key]! % commands.length)
    else if (event.key === 'Enter' && command && !event.nativeEvent.isComposing) follow(command, event.ctrlKey || event.metaKey)
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
  }

  return (
    <dialog ref={dialog} className={styles.palette} aria-label={text(shellMessages.palette)} onClose={onClose}>
      <div className={styles.search}>
        <IconSearch size={18} aria-hidden />
        <input
          ref={input}
          className={styles.input}
          role="combobox"
          aria-label={text(shellMessages.palettePlaceholder)}
          aria-expanded={commands.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={commands[current] && `${id}-${current}`}
          placeholder={text(shellMessages.palettePlaceholder)}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={event => {
            setQuery(event.currentTarget.value)
            setChosen(0)
          }}
          onKeyDown={pressed}
        />
      </div>
      <CommandList
        id={id}
        groups={groups}
        current={current}
        query={query.trim()}
        searching={searching}
        onPoint={setChosen}
        onFollow={follow}
      />
      <p className={styles.hint} aria-hidden>
        <kbd>↑</kbd> <kbd>↓</kbd> {text(shellMessages.paletteHint)}
      </p>
    </dialog>
  )
}

/** Follows a command's link, or runs it; in another tab where that is requested. */
function useFollow(onClose: () => void, onFollow: (command: Command) => Promise<void>) {
  const navigate = useNavigate()
  const root = useHref('/')
  const { post } = useApi(errorApiRef)
  return (command: Command, elsewhere = false) => {
    onClose()
    onFollow(command).catch(post)
    if (command.to !== undefined && elsewhere) window.open(`${root.replace(/\/$/, '')}${command.to}`, '_blank', 'noopener')
    else if (command.to !== undefined) void navigate(command.to)
    else Promise.resolve(command.run?.()).catch(post)
  }
}
