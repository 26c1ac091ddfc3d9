import { useText } from '@portico/plugin/web'
import { useRef, useState, type KeyboardEvent } from 'react'
import type { Radar } from '../common/index.ts'
import { radius, ringEdge, type Blip } from './layout.ts'
import { radarMessages } from './messages.ts'
import styles from './radar.module.css'

interface RadarPictureProps {
  readonly radar: Radar
  readonly blips: readonly Blip[]
  readonly selected: string | undefined
  readonly onSelect: (id: string) => void
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** The radar. For the keyboard it is one stop: arrow keys lead from entry to entry. */
export function RadarPicture({ radar: { quadrants, rings }, blips, selected, onSelect }: RadarPictureProps) {
  const text = useText()
  const [focused, setFocused] = useState(0)
  const svg = useRef<SVGSVGElement>(null)
  const stop = Math.min(focused, blips.length - 1)

  function handleKey(event: KeyboardEvent, blip: Blip, index: number) {
    const step = steps[event.key]
    if (step !== undefined) {
      const next = (index + step + blips.length) % blips.length
      setFocused(next)
      svg.current?.querySelectorAll<SVGGElement>('[role=button]')[next]?.focus()
    } else if (event.key === 'Enter' || event.key === ' ') onSelect(blip.entry.id)
    else return
    event.preventDefault()
  }

  const edge = radius + 12
  return (
    <svg
      ref={svg}
      className={styles.picture}
      viewBox={`${-edge} ${-edge} ${2 * edge} ${2 * edge}`}
      role="group"
      aria-label={text(radarMessages.picture, { count: blips.length })}
    >
      {rings.map((ring, index) => (
        <circle key={ring.id} className={styles.ring} r={ringEdge(index, rings.length)} />
      ))}
      {quadrants.map((quadrant, index) => {
        const turn = (index * 2 * Math.PI) / quadrants.length
        return <line key={quadrant.id} className={styles.axis} x2={radius * Math.sin(turn)} y2={-radius * Math.cos(turn)} />
      })}
      {rings.map((ring, index) => (
        <text key={ring.id} className={styles.ringName} y={-(ringEdge(index, rings.length) - 16)} aria-hidden>
          {ring.name}
        </text>
      ))}
      {quadrants.length === 4 &&
        quadrants.map((quadrant, index) => {
          const [isRight, isBelow] = [index < 2, index === 1 || index === 2]
          return (
            <text
              key={quadrant.id}
              className={styles.quadrantName}
              x={isRight ? edge : -edge}
              y={isBelow ? edge - 4 : -edge + 18}
              textAnchor={isRight ? 'end' : 'start'}
              aria-hidden
            >
              {quadrant.name}
            </text>
          )
        })}
      {blips.map((blip, index) => {
        const { entry, number, x, y } = blip
        const ring = rings.find(({ id }) => id === entry.timeline[0]!.ringId)
        const quadrant = quadrants.findIndex(({ id }) => id === entry.quadrant)
        const label = { title: entry.title, ring: ring?.name ?? '', quadrant: quadrants[quadrant]?.name ?? '' }
        return (
          <g
            key={entry.id}
            className={styles.blip}
            data-selected={entry.id === selected || undefined}
            data-quadrant={quadrant % 4}
            transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}
            role="button"
            tabIndex={index === stop ? 0 : -1}
            aria-label={text(radarMessages.blip, label)}
            onClick={() => onSelect(entry.id)}
            onFocus={() => setFocused(index)}
            onKeyDown={event => handleKey(event, blip, index)}
          >
            <title>{entry.title}</title>
            <Shape moved={entry.timeline[0]!.moved} />
            <text className={styles.number} y={Math.sign(entry.timeline[0]!.moved) * 3} dy="0.35em" aria-hidden>
              {number}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

/** A triangle points to the centre's side when an entry moved in, down when it moved out. */
function Shape({ moved }: { moved: number }) {
  if (moved > 0) return <path d="M0 -22 L20 13 L-20 13 Z" />
  if (moved < 0) return <path d="M0 22 L20 -13 L-20 -13 Z" />
  return <circle r={13} />
}
