import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
} from 'react'
import { downloadText } from '../download.ts'
import { uiMessages } from '../messages.ts'
import { useRowWindow } from '../rows/use-row-window.ts'
import { useText } from '../text.tsx'
import { toLineStarts, toPlainLine } from './ansi.ts'
import { toHashLine, toLogLines } from './log-lines.ts'
import { LogLine } from './LogLine.tsx'
import { LogTools } from './LogTools.tsx'
import styles from './LogViewer.module.css'
import { useLogSearch } from './use-log-search.ts'
import { useWrapColumns } from './use-wrap-columns.ts'

const lineHeight = 20

export interface LogViewerProps {
  readonly label: string
  /** The whole log, with the codes that colour a terminal. */
  readonly text: string
  /** More is coming: the end is followed until the reader scrolls up. */
  readonly running?: boolean
  readonly fileName?: string
  readonly height?: number
}

/** The log itself; `LogViewer` loads it. */
export function LogView({ label, text: source, running = false, fileName = 'log.txt', height = 480 }: LogViewerProps) {
  const text = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const lines = useMemo(() => toLogLines(source), [source])
  const starts = useMemo(() => toLineStarts(lines), [lines])
  const maxLength = useMemo(() => lines.reduce((max, line) => Math.max(max, line.length), 0), [lines])
  const [wrap, setWrap] = useState(false)
  const [follow, setFollow] = useState(running)
  const columns = useWrapColumns(scroller, wrap)
  const heightOf = useCallback(
    (index: number) => Math.max(1, Math.ceil(toPlainLine(lines[index] ?? '').length / (columns ?? 1))) * lineHeight,
    [lines, columns],
  )
  const { first, end, before, after, total, measureRow, remeasure, scrollTo } = useRowWindow({
    count: lines.length,
    rowHeight: columns === undefined ? lineHeight : heightOf,
    scroller,
    overscan: 20,
    indexAttribute: 'data-line',
  })
  useLayoutEffect(remeasure, [remeasure, columns])

  const search = useLogSearch(lines, line => {
    setFollow(false)
    scrollTo(line, 'center')
  })
  const hash = useSyncExternalStore(onHashChange, () => location.hash)
  const marked = toHashLine(hash)
  // Only another address scrolls, not more lines.
  const scrollToMarked = useEffectEvent(() => marked !== undefined && scrollTo(marked - 1, 'center'))
  useEffect(() => void scrollToMarked(), [marked])
  useLayoutEffect(() => {
    const box = scroller.current
    if (box && follow) box.scrollTop = total
  }, [follow, total])

  function onScroll() {
    const box = scroller.current
    // Scrolling up stops following; it begins again at the end.
    if (box && running) setFollow(box.scrollTop + box.clientHeight >= total - lineHeight)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'f' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    frame.current?.querySelector('input')?.focus()
  }
  const plain = () => lines.map(toPlainLine).join('\n')
  const here = `${location.pathname}${location.search}`
  return (
    // Ctrl-F searches the whole log, not only the lines that are drawn.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- see above
    <div ref={frame} className={styles.viewer} onKeyDown={onKeyDown}>
      <LogTools
        words={search.words}
        onWords={search.setWords}
        matches={{ count: search.count, at: search.at, onMove: search.move }}
        wrap={wrap}
        onWrap={() => setWrap(!wrap)}
        follow={running ? { on: follow, onToggle: () => setFollow(!follow) } : undefined}
        copied={plain}
        onDownload={() => downloadText(fileName, `${plain()}\n`)}
        lineCount={lines.length}
      />
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label={label}
        tabIndex={0}
        className={styles.scroll}
        style={{ height }}
        data-wrap={wrap || undefined}
        onScroll={onScroll}
      >
        {lines.length === 0 && <p className={styles.none}>{text(running ? uiMessages.logWaiting : uiMessages.logEmpty)}</p>}
        <div className={styles.lines} style={wrap ? undefined : { minWidth: `calc(${maxLength}ch + 88px)` }}>
          <div style={{ height: before }} />
          {lines.slice(first, end).map((line, offset) => (
            <LogLine
              key={first + offset}
              ref={columns === undefined ? undefined : measureRow}
              index={first + offset}
              line={line}
              start={starts.get(first + offset)}
              words={search.settled}
              marked={marked === first + offset + 1}
              current={search.line === first + offset}
              address={`${here}#L${first + offset + 1}`}
            />
          ))}
          <div style={{ height: after }} />
        </div>
      </div>
    </div>
  )
}

function onHashChange(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}
