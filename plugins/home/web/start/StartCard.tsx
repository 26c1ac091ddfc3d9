import { errorApiRef, type Extension, type HomeStep, homeSteps, NamedIcon, useApi, useSlot, useStored, useText } from '@portico/core/web'
import { ActionIcon, Button, InfoCard, Link, useNumber, VisuallyHidden } from '@portico/ui'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useEffect, useMemo, useState } from 'react'
import { pageMessages } from '../page-messages.ts'
import styles from './StartCard.module.css'
import { startKey, toStartState } from './start-state.ts'

/** The first steps of the signed-in user, and whether they are still shown. */
export function useStart() {
  const steps = useSlot(homeSteps)
  const { post } = useApi(errorApiRef)
  const [stored, setStored] = useStored<unknown>(startKey.bucket, startKey.key)
  const { done, isClosed } = useMemo(() => toStartState(stored.value), [stored])
  const [isEnding, setEnding] = useState(false)
  // Who has closed it in this browser has a copy of that here: until the server has answered, others are newcomers.
  const isOpen = !isClosed && steps.length > 0
  const isDone = steps.every(({ id }) => done.includes(id))

  if (isOpen && isDone && !isEnding) setEnding(true)
  // Said once: what is stored is closed at once, and what is shown stays until the page is left.
  useEffect(() => {
    if (isOpen && isDone) setStored({ done, isClosed: true }).catch(post)
  }, [isOpen, isDone, done, setStored, post])

  function dismiss() {
    setEnding(false)
    setStored({ done, isClosed: true }).catch(post)
  }

  return { steps, done, isShown: isOpen || isEnding, isDone, dismiss }
}

/** What a newcomer does first. It ticks itself off, and goes when everything is done. */
export function StartCard({ steps, done, isDone, dismiss }: Pick<ReturnType<typeof useStart>, 'steps' | 'done' | 'isDone' | 'dismiss'>) {
  const text = useText()
  const number = useNumber()
  const count = steps.filter(({ id }) => done.includes(id)).length
  const progress = text(pageMessages.startProgress, { count: number(count), total: number(steps.length) })
  const close = (
    <ActionIcon aria-label={text(pageMessages.startDismiss)} title={text(pageMessages.startDismiss)} onClick={dismiss}>
      <IconX size={16} aria-hidden />
    </ActionIcon>
  )
  return (
    <div className={styles.card}>
      <InfoCard
        flush
        title={text(isDone ? pageMessages.startDone : pageMessages.startHere)}
        subtitle={isDone ? text(pageMessages.startDoneText) : progress}
        action={
          isDone ? (
            <Button variant="default" onClick={dismiss}>
              {text(pageMessages.startClose)}
            </Button>
          ) : (
            close
          )
        }
      >
        <ol className={styles.steps}>
          {steps.map(step => (
            <Step key={step.id} step={step} isDone={done.includes(step.id)} />
          ))}
        </ol>
      </InfoCard>
    </div>
  )
}

function Step({ step: { item }, isDone }: { step: Extension<HomeStep>; isDone: boolean }) {
  const text = useText()
  return (
    <li className={styles.step} data-done={isDone || undefined}>
      <span className={styles.icon} aria-hidden>
        {isDone ? <IconCheck size={20} /> : <NamedIcon name={item.icon} size={20} />}
      </span>
      <div className={styles.words}>
        <Link to={item.to} plain className={styles.link}>
          {text(item.title)}
          {isDone && <VisuallyHidden> ({text(pageMessages.startTicked)})</VisuallyHidden>}
        </Link>
        <p className={styles.text}>{text(item.text)}</p>
      </div>
    </li>
  )
}
