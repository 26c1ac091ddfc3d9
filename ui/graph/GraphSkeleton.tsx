import { uiMessages } from '../messages.ts'
import { useText } from '../text.tsx'
import { VisuallyHidden } from '../VisuallyHidden.tsx'
import styles from './GraphSkeleton.module.css'

const boxes = [
  { x: 20, y: 84 },
  { x: 200, y: 20 },
  { x: 200, y: 84 },
  { x: 200, y: 148 },
]

/** The shape of a graph that is being loaded or arranged. */
export function GraphSkeleton({ label }: { label?: string | undefined }) {
  const text = useText()
  return (
    <div role="status" className={styles.place}>
      <svg viewBox="0 0 340 212" className={styles.picture} aria-hidden>
        {boxes.slice(1).map(({ y }) => (
          <path key={y} d={`M140,106C170,106 170,${y + 22} 200,${y + 22}`} />
        ))}
        {boxes.map(({ x, y }) => (
          <rect key={`${x} ${y}`} x={x} y={y} width="120" height="44" rx="6" />
        ))}
      </svg>
      {label === undefined ? <VisuallyHidden>{text(uiMessages.loading)}</VisuallyHidden> : <span className={styles.label}>{label}</span>}
    </div>
  )
}
