import type { Timeline } from '@portico/catalog/common'
import { RequestErrorPanel, useText } from '@portico/core/web'
import { ActionIcon, Button, useDate } from '@portico/ui'
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconPlayerSkipBack from '@tabler/icons-react/dist/esm/icons/IconPlayerSkipBack.mjs'
import IconPlayerSkipForward from '@tabler/icons-react/dist/esm/icons/IconPlayerSkipForward.mjs'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { timeMessages } from './messages.ts'
import { nextStop, stopAt, stopsOf, weightOf } from './stops.ts'
import { StepSummary } from './StepSummary.tsx'
import styles from './Time.module.css'
import type { Time } from './use-time.ts'

export interface TimeBarProps {
  readonly time: Time
  /** The page is not yet as it was at the moment: play waits for it. */
  readonly isBusy: boolean
  /** What the step that is looked at did; by default what it did to entities. */
  readonly summary?: ReactNode
}

/** The bar by which a moment of the past is chosen: what happened when, the moment, play, and what this step did. */
export function TimeBar({ time, isBusy, summary }: TimeBarProps) {
  const text = useText()
  const date = useDate()
  const { moment, timeline, error, retry } = time
  if (!moment.isOpen) return undefined
  const { asOf } = moment
  return (
    <section className={styles.bar} aria-label={text(timeMessages.bar)}>
      <div className={styles.head}>
        <p className={styles.moment} role="status">
          {asOf === undefined ? text(timeMessages.asItIs) : text(timeMessages.asItWas, { moment: date(asOf) })}
        </p>
        <Button size="compact-sm" variant="default" onClick={moment.close}>
          {text(timeMessages.backToNow)}
        </Button>
      </div>
      {error ? (
        <RequestErrorPanel error={error} title={text(timeMessages.failed)} onRetry={retry} />
      ) : timeline && timeline.parts.length > 0 ? (
        <Slider time={time} timeline={timeline} isBusy={isBusy} />
      ) : (
        <p className={styles.quiet}>{timeline ? text(timeMessages.noHistory) : ' '}</p>
      )}
      {summary ?? <StepSummary time={time} />}
    </section>
  )
}

function Slider({ time, timeline, isBusy }: { time: Time; timeline: Timeline; isBusy: boolean }) {
  const text = useText()
  const date = useDate()
  const { moment } = time
  const [isPlaying, setPlaying] = useState(false)
  const stops = stopsOf(timeline)
  const last = stops.length - 1
  const { shown, move, isMoving } = useDrag(stopAt(stops, moment.asOf), stop => moment.go(stop === last ? undefined : stops[stop]))
  usePlay(isPlaying && !isBusy && !isMoving, () => {
    const next = nextStop(timeline, shown, 1)
    if (next === last) setPlaying(false)
    moment.go(next === last ? undefined : stops[next])
  })
  function go(stop: number) {
    setPlaying(false)
    move(stop, { isFinal: true })
  }
  function togglePlay() {
    // At the end it begins anew.
    if (!isPlaying && shown === last) move(0, { isFinal: true })
    setPlaying(!isPlaying)
  }
  return (
    <div className={styles.controls}>
      <div className={styles.buttons}>
        <Step label={text(timeMessages.previousChange)} disabled={shown === 0} onClick={() => go(nextStop(timeline, shown, -1))}>
          <IconPlayerSkipBack size={16} aria-hidden />
        </Step>
        <Step label={text(isPlaying ? timeMessages.pause : timeMessages.play)} onClick={togglePlay}>
          {isPlaying ? <IconPlayerPause size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />}
        </Step>
        <Step label={text(timeMessages.nextChange)} disabled={shown === last} onClick={() => go(nextStop(timeline, shown, 1))}>
          <IconPlayerSkipForward size={16} aria-hidden />
        </Step>
      </div>
      <div className={styles.track}>
        <Bars timeline={timeline} shown={shown} />
        <input
          type="range"
          className={styles.range}
          min={0}
          max={last}
          step={1}
          value={shown}
          aria-label={text(timeMessages.moment)}
          aria-valuetext={shown === last ? text(timeMessages.now) : date(stops[shown] ?? '')}
          onChange={event => {
            setPlaying(false)
            move(Number(event.currentTarget.value))
          }}
        />
        <div className={styles.ends} aria-hidden>
          <span>{date(stops[0] ?? '')}</span>
          <span>{text(timeMessages.now)}</span>
        </div>
      </div>
    </div>
  )
}

function Step({
  label,
  disabled = false,
  onClick,
  children,
}: {
  label: string
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <ActionIcon size={32} variant="subtle" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      {children}
    </ActionIcon>
  )
}

/** How much happened when. A day with a thousand changes must not hide one with three. */
function Bars({ timeline: { parts }, shown }: { timeline: Timeline; shown: number }) {
  const most = Math.max(1, ...parts.map(part => Math.log1p(weightOf(part))))
  return (
    <div className={styles.bars} aria-hidden>
      {parts.map((part, at) => (
        <span
          key={part.from}
          className={styles.part}
          data-past={at < shown || undefined}
          data-here={at === shown - 1 || undefined}
          style={{ '--height': `${Math.round((Math.log1p(weightOf(part)) / most) * 100)}%` } as Record<string, string>}
        />
      ))}
    </div>
  )
}

/** How long the slider rests before the page follows: what it passes over is not asked for. */
const settleMs = 150

/** A value that moves at once under the pointer, and is told when it rests. */
function useDrag(value: number, onSettle: (value: number) => void) {
  const [dragged, setDragged] = useState<number>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    setDragged(undefined)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  function move(to: number, { isFinal = false }: { readonly isFinal?: boolean } = {}) {
    clearTimeout(timer.current)
    if (isFinal) return onSettle(to)
    setDragged(to)
    timer.current = setTimeout(() => (to === value ? setDragged(undefined) : onSettle(to)), settleMs)
  }
  return { shown: dragged ?? value, move, isMoving: dragged !== undefined }
}

/** How long each moment is shown. */
const stepMs = 1100

/** Runs again and again while something plays; each time counts from when the page was ready. */
function usePlay(isReady: boolean, onStep: () => void): void {
  const step = useEffectEvent(onStep)
  useEffect(() => {
    if (!isReady) return
    const timer = setInterval(step, stepMs)
    return () => clearInterval(timer)
  }, [isReady])
}
