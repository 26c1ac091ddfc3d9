import { useText } from '@portico/ui'
import { useEffect, useRef } from 'react'
import { shellMessages } from '../../messages.ts'
import styles from './CommandPalette.module.css'
import type { Command } from './commands.ts'
import type { CommandGroup } from './use-command-search.ts'

export interface CommandListProps {
  readonly id: string
  readonly groups: readonly CommandGroup[]
  /** The index of the selected command among all. */
  readonly current: number
  readonly query: string
  readonly searching: boolean
  readonly onPoint: (index: number) => void
  readonly onFollow: (command: Command, elsewhere: boolean) => void
}

/** What the palette found, by source. */
export function CommandList({ id, groups, current, query, searching, onPoint, onFollow }: CommandListProps) {
  const text = useText()
  const list = useRef<HTMLDivElement>(null)
  const count = groups.reduce((sum, { commands }) => sum + commands.length, 0)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' })
  }, [current])
  const starts = groups.map((_, index) => groups.slice(0, index).reduce((sum, { commands }) => sum + commands.length, 0))
  return (
    <>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={text(shellMessages.palette)}
        className={styles.list}
        data-searching={searching}
      >
        {groups.map(({ title, commands, failed }, groupIndex) => (
          <div key={groupIndex} role="group" aria-labelledby={`${id}-group-${groupIndex}`}>
            <div id={`${id}-group-${groupIndex}`} className={styles.group}>
              {failed ? text(shellMessages.paletteFailed, { source: text(title) }) : text(title)}
            </div>
            {commands.map((command, index) => (
              <Option
                key={command.id}
                id={`${id}-${starts[groupIndex]! + index}`}
                command={command}
                selected={starts[groupIndex]! + index === current}
                onPoint={() => onPoint(starts[groupIndex]! + index)}
                onFollow={onFollow}
              />
            ))}
          </div>
        ))}
      </div>
      {count === 0 && !searching && <p className={styles.nothing}>{text(shellMessages.paletteNothing, { query })}</p>}
      <p role="status" className={styles.spoken}>
        {searching ? text(shellMessages.paletteSearching) : text(shellMessages.paletteResults, { count })}
      </p>
    </>
  )
}

interface OptionProps {
  readonly id: string
  readonly command: Command
  readonly selected: boolean
  readonly onPoint: () => void
  readonly onFollow: CommandListProps['onFollow']
}

function Option({ id, command, selected, onPoint, onFollow }: OptionProps) {
  const text = useText()
  const { title, subtitle, icon } = command
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keyboard is the input's affair: the list shows what is chosen
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      className={styles.option}
      onPointerMove={() => !selected && onPoint()}
      onClick={event => onFollow(command, event.ctrlKey || event.metaKey)}
    >
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
      <span className={styles.words}>{text(title)}</span>
      {subtitle !== undefined && <span className={styles.subtitle}>{text(subtitle)}</span>}
    </div>
  )
}
