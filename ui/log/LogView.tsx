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
import { toRow, type LogGroup } from './log-folds.ts'
import { maxDrawnLength, toHashLine, toLogLines } from './log-lines.ts'
import { LogLine } from './LogLine.tsx'
import { LogTools } from './LogTools.tsx'
import styles from './LogViewer.module.css'
import { useLogFolds } from './use-log-folds.ts'
import { useLogSearch } from './use-log-search.ts'
import { useWrapColumns } from './use-wrap-columns.ts'

const lineHeight = 20

export interface LogViewerProps {
  readonly label: string
  /** The whole log, with the codes that colour a terminal: as one text, or line by line where it grows. */
  readonly text: string | readonly string[]
  /** More is coming: the end is followed until the reader scrolls up. */
  readonly running?: boolean
  readonly fileName?: string
  /** In pixels, or as a length of CSS. */
  readonly height?: number | string
  /** What to show in place of no lines. */
  readonly empty?: string | undefined
  /** Folded at first. Keep it the same from render to render. */
  readonly groups?: readonly LogGroup[] | undefined
  /** The lines that say what failed. */
  readonly errors?: readonly number[] | undefined
  /** The first error is in view at first. */
  readonly opensAtError?: boolean
}

const none: readonly never[] = []

/** The log itself; `LogViewer` loads it. */
export function LogView(props: LogViewerProps) {
  const { label, text: source, running = false, fileName = 'log.txt', height = 480, empty } = props
  const { groups = none, errors = none, opensAtError = false } = props
  const text = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const lines = useMemo(() => toLogLines(source), [source])
  const starts = useMemo(() => toLineStarts(lines), [lines])
  const maxLength = useMemo(
    () =>
      Math.min(
        maxDrawnLength,
        lines.reduce((max, line) => Math.max(max, line.length), 0),
      ),
    [lines],
  )
  const failed = useMemo(() => new Set(errors), [errors])
  const firstError = errors[0]
  const hash = useSyncExternalStore(onHashChange, () => location.hash)
  const marked = toHashLine(hash)
  const [initial] = useState(() => (marked === undefined ? (opensAtError ? firstError : undefined) : marked - 1))
  const folds = useLogFolds(lines.length, groups, initial)
  const lineAt = useCallback((row: number) => folds.lines?.[row] ?? row, [folds.lines])
  const [wrap, setWrap] = useState(false)
  const [follow, setFollow] = useState(running && initial === undefined)
  const columns = useWrapColumns(scroller, wrap)
  const heightOf = useCallback(
    (row: number) => {
      const { length } = toPlainLine((lines[lineAt(row)] ?? '').slice(0, maxDrawnLength))
      return Math.max(1, Math.ceil(length / (columns ?? 1))) * lineHeight
    },
    [lines, columns, lineAt],
  )
  const { first, end, before, after, total, measureRow, remeasure, scrollTo } = useRowWindow({
    count: folds.lines?.length ?? lines.length,
    rowHeight: columns === undefined ? lineHeight : heightOf,
    scroller,
    overscan: 20,
    indexAttribute: 'data-line',
  })
  useLayoutEffect(remeasure, [remeasure, columns, folds.lines])

  const [shown, setShown] = useState<{ readonly line: number } | undefined>(initial === undefined ? undefined : { line: initial })
  function show(line: number) {
    setFollow(false)
    folds.reveal(line)
    setShown({ line })
  }
  // After the groups around it have been opened.
  const scrollToShown = useEffectEvent(() => shown && scrollTo(toRow(folds.lines, shown.line), 'center'))
  useEffect(() => void scrollToShown(), [shown])
  const search = useLogSearch(lines, show)
  // Only another address scrolls, not more lines.
  const [followed, setFollowed] = useState(marked)
  if (followed !== marked) {
    setFollowed(marked)
    if (marked !== undefined) show(marked - 1)
  }
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
        onFirstError={firstError === undefined ? undefined : () => show(firstError)}
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
        {lines.length === 0 && (
          <p className={styles.none}>{running ? text(uiMessages.logWaiting) : (empty ?? text(uiMessages.logEmpty))}</p>
        )}
        <div className={styles.lines} style={wrap ? undefined : { minWidth: `calc(${maxLength}ch + 88px)` }}>
          <div style={{ height: before }} />
          {Array.from({ length: Math.max(0, end - first) }, (_, offset) => {
            const index = lineAt(first + offset)
            const group = folds.byStart.get(index)
            return (
              <LogLine
                key={index}
                ref={columns === undefined ? undefined : measureRow}
                row={first + offset}
                index={index}
                line={lines[index] ?? ''}
                start={starts.get(index)}
                words={search.settled}
                marked={marked === index + 1}
                current={search.line === index}
                failed={failed.has(index)}
                address={`${here}#L${index + 1}`}
                grouped={group ? group.end - group.start : 0}
                isOpen={folds.open.has(index)}
                onToggle={folds.toggle}
              />
            )
          })}
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
