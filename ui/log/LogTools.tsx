import IconArrowBarToDown from '@tabler/icons-react/dist/esm/icons/IconArrowBarToDown.mjs'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconChevronUp from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconExclamationCircle from '@tabler/icons-react/dist/esm/icons/IconExclamationCircle.mjs'
import IconTextWrap from '@tabler/icons-react/dist/esm/icons/IconTextWrap.mjs'
import type { ReactNode } from 'react'
import { CopyButton } from '../CopyButton.tsx'
import { useNumber } from '../locale.tsx'
import { uiMessages } from '../messages.ts'
import { ActionIcon } from '../ActionIcon.tsx'
import { useText } from '../text.tsx'
import styles from './LogTools.module.css'

export interface LogToolsProps {
  readonly words: string
  readonly onWords: (words: string) => void
  readonly matches: { readonly count: number; readonly at: number; readonly onMove: (by: 1 | -1) => void }
  readonly wrap: boolean
  readonly onWrap: () => void
  /** Left out where the log is complete. */
  readonly follow?: { readonly on: boolean; readonly onToggle: () => void } | undefined
  readonly copied: () => string
  readonly onDownload: () => void
  readonly lineCount: number
  /** Left out where no error was found. */
  readonly onFirstError?: (() => void) | undefined
}

/** The bar above a log. */
export function LogTools(props: LogToolsProps) {
  const { words, onWords, matches, wrap, onWrap, follow, copied, onDownload, lineCount, onFirstError } = props
  const text = useText()
  const number = useNumber()
  return (
    <div className={styles.tools}>
      <div className={styles.search}>
        <input
          type="search"
          className={styles.input}
          aria-label={text(uiMessages.logSearch)}
          placeholder={text(uiMessages.logSearch)}
          value={words}
          onChange={event => onWords(event.currentTarget.value)}
          onKeyDown={event => {
            if (event.key === 'Enter') matches.onMove(event.shiftKey ? -1 : 1)
            if (event.key !== 'Escape' || words === '') return
            event.stopPropagation()
            onWords('')
          }}
        />
        {words !== '' && (
          <>
            <span role="status" className={styles.count}>
              {matches.count === 0
                ? text(uiMessages.logNoMatches)
                : text(uiMessages.logMatches, { current: number(matches.at + 1), count: number(matches.count) })}
            </span>
            <Tool label={text(uiMessages.previousMatch)} disabled={matches.count === 0} onClick={() => matches.onMove(-1)}>
              <IconChevronUp size={16} aria-hidden />
            </Tool>
            <Tool label={text(uiMessages.nextMatch)} disabled={matches.count === 0} onClick={() => matches.onMove(1)}>
              <IconChevronDown size={16} aria-hidden />
            </Tool>
          </>
        )}
      </div>
      {onFirstError && (
        <button type="button" className={styles.error} onClick={onFirstError}>
          <IconExclamationCircle size={14} aria-hidden />
          {text(uiMessages.firstError)}
        </button>
      )}
      <span className={styles.lines}>{text(uiMessages.lineCount, { count: number(lineCount) })}</span>
      <Tool label={text(uiMessages.wrapLines)} pressed={wrap} onClick={onWrap}>
        <IconTextWrap size={16} aria-hidden />
      </Tool>
      {follow && (
        <Tool label={text(uiMessages.followLog)} pressed={follow.on} onClick={follow.onToggle}>
          <IconArrowBarToDown size={16} aria-hidden />
        </Tool>
      )}
      <CopyButton getValue={copied} label={text(uiMessages.copyAll)} />
      <Tool label={text(uiMessages.download)} onClick={onDownload}>
        <IconDownload size={16} aria-hidden />
      </Tool>
    </div>
  )
}

interface ToolProps {
  readonly label: string
  readonly pressed?: boolean
  readonly disabled?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

function Tool({ label, pressed, disabled = false, onClick, children }: ToolProps) {
  return (
    <ActionIcon
      aria-label={label}
      title={label}
      {...(pressed !== undefined && { 'aria-pressed': pressed })}
      className={styles.tool}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  )
}
