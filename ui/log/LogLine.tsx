import { memo, type Ref } from 'react'
import { uiMessages } from '../messages.ts'
import { useText } from '../text.tsx'
import type { AnsiState } from './ansi.ts'
import { toLineSpans } from './line-spans.ts'
import styles from './LogViewer.module.css'

export interface LogLineProps {
  readonly ref?: Ref<HTMLDivElement> | undefined
  readonly index: number
  readonly line: string
  /** The style that an earlier line left on. */
  readonly start: AnsiState | undefined
  readonly words: string
  /** The address points at it. */
  readonly marked: boolean
  /** The current match of the search. */
  readonly current: boolean
  readonly address: string
}

/** One line with its number, which links to it. */
export const LogLine = memo(function LogLine({ ref, index, line, start, words, marked, current, address }: LogLineProps) {
  const text = useText()
  return (
    <div ref={ref} data-line={index} className={`${styles.line} ${marked ? styles.marked : ''} ${current ? styles.current : ''}`}>
      <a href={address} className={styles.number} aria-label={text(uiMessages.lineNumber, { line: index + 1 })} tabIndex={-1}>
        {index + 1}
      </a>
      <span className={styles.text}>
        {toLineSpans(line, words, start).map((span, index) =>
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
      </span>
    </div>
  )
})
