import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import type { ReactNode } from 'react'
import { uiMessages } from './messages.ts'
import { Button } from './primitives.ts'
import styles from './Stepper.module.css'
import { useText } from './text.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

export interface Step {
  readonly title: string
  readonly hint?: string | undefined
  /** Something in it has to be corrected. */
  readonly failed?: boolean
  readonly content: ReactNode
}

export interface StepperProps {
  readonly label: string
  readonly steps: readonly Step[]
  readonly at: number
  /** Going back to a step that was done, or on to the next. */
  readonly onMove: (step: number) => void
  /** What the last button does, in words. */
  readonly finish: string
  readonly onFinish: () => void
  /** What the buttons to the neighbouring steps say, where it is not Back and Next. */
  readonly back?: string | undefined
  readonly next?: string | undefined
  /** The step is not ready to be left; its fields say why. */
  readonly blocked?: boolean
  readonly busy?: boolean
}

/** A stepper: the current step, the finished ones, and a next button that is always in view. */
export function Stepper({ label, steps, at, onMove, finish, onFinish, back, next, blocked = false, busy = false }: StepperProps) {
  const text = useText()
  const last = at >= steps.length - 1
  return (
    <div className={styles.wizard}>
      <div className={styles.head}>
        <p className={styles.brief}>
          {text(uiMessages.stepOf, { step: at + 1, count: steps.length })}
          {/* The mark of the step says the same to who does not see. */}
          <strong className={styles.here} aria-hidden>
            {steps[at]?.title}
          </strong>
        </p>
        <ol className={styles.steps} aria-label={label}>
          {steps.map((step, index) => (
            <li key={index} className={styles.step} data-state={index === at ? 'here' : index < at ? 'done' : 'ahead'}>
              <StepMark step={step} index={index} at={at} onMove={onMove} />
            </li>
          ))}
        </ol>
      </div>
      <div className={styles.content}>{steps[at]?.content}</div>
      <div className={styles.foot}>
        {at > 0 && (
          <Button variant="default" disabled={busy} onClick={() => onMove(at - 1)}>
            {back ?? text(uiMessages.back)}
          </Button>
        )}
        <Button disabled={blocked} loading={busy} onClick={() => (last ? onFinish() : onMove(at + 1))}>
          {last ? finish : (next ?? text(uiMessages.next))}
        </Button>
      </div>
    </div>
  )
}

function StepMark({ step, index, at, onMove }: { step: Step; index: number; at: number; onMove: (step: number) => void }) {
  const text = useText()
  const done = index < at
  const state = step.failed ? text(uiMessages.stepFailed) : done ? text(uiMessages.stepDone) : undefined
  return (
    <button
      type="button"
      className={`${styles.mark} ${step.failed ? styles.failed : ''}`}
      disabled={index > at}
      {...(index === at && { 'aria-current': 'step' as const })}
      onClick={() => index !== at && onMove(index)}
    >
      <span className={styles.number} aria-hidden>
        {step.failed ? <IconAlertTriangle size={14} /> : done ? <IconCheck size={14} stroke={2.5} /> : index + 1}
      </span>
      <span className={styles.words}>
        <span className={styles.title}>{step.title}</span>
        {step.hint !== undefined && <span className={styles.hint}>{step.hint}</span>}
      </span>
      {state !== undefined && <VisuallyHidden>{state}</VisuallyHidden>}
    </button>
  )
}
