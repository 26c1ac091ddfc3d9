import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { memo, type Ref } from 'react'
import { useNumber } from '../locale.tsx'
import { uiMessages } from '../messages.ts'
import { useText } from '../text.tsx'
import type { AnsiState } from './ansi.ts'
import { toLineSpans } from './line-spans.ts'
import { maxDrawnLength } from './log-lines.ts'
import styles from './LogViewer.module.css'

export interface LogLineProps {
  readonly ref?: Ref<HTMLDivElement> | undefined
  /** Its place among the lines in view. */
  readonly row: number
  readonly index: number
  readonly line: string
  /** The style that an earlier line left on. */
  readonly start: AnsiState | undefined
  readonly words: string
  /** The address points at it. */
  readonly marked: boolean
  /** The current match of the search. */
  readonly current: boolean
  readonly failed: boolean
  readonly address: string
  /** How many lines belong to it, as the title of a group. */
  readonly grouped: number
  readonly isOpen: boolean
  readonly onToggle: (index: number) => void
}

/** One line with its number, which links to it. */
export const LogLine = memo(function LogLine(props: LogLineProps) {
  const { ref, row, index, line, start, words, marked, current, failed, address, grouped, isOpen, onToggle } = props
  const text = useText()
  const number = useNumber()
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  const rest = line.length - maxDrawnLength
  return (
    <div
      ref={ref}
      data-line={row}
      className={`${styles.line} ${marked ? styles.marked : ''} ${current ? styles.current : ''} ${failed ? styles.failed : ''}`}
    >
      <a href={address} className={styles.number} aria-label={text(uiMessages.lineNumber, { line: index + 1 })} tabIndex={-1}>
        {index + 1}
      </a>
      {grouped > 0 && (
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isOpen}
          aria-label={text(isOpen ? uiMessages.hideLines : uiMessages.showLines, { count: number(grouped) })}
          onClick={() => onToggle(index)}
        >
          <Chevron size={14} aria-hidden />
        </button>
      )}
      <span className={styles.text}>
        {toLineSpans(line.slice(0, maxDrawnLength), words, start).map((span, index) =>
          span.looks.length === 0 && !span.color && !span.background ? (
            span.text
          ) : (
            <span
              key={index}
              className={span.looks.map(look => styles[look]).join(' ')}
              style={span.color || span.background ? { color: span.color, background: span.background } : undefined}
            >
              {span.text}
            </span>
          ),
        )}
        {rest > 0 && <span className={styles.rest}>{text(uiMessages.moreLetters, { count: number(rest) })}</span>}
      </span>
    </div>
  )
})
