import { Stepper } from '@portico/ui'
import { useEffect, useRef, type ReactNode } from 'react'
import { FormPageView, focusField } from './FormPageView.tsx'
import styles from './FormPageView.module.css'
import type { FormState } from './use-form.ts'

export interface FormStepsProps {
  readonly label: string
  readonly form: FormState
  /** The page that is shown; after the last one comes the review. */
  readonly at: number
  readonly onMove: (at: number) => void
  readonly review: { readonly title: string; readonly content: ReactNode }
  readonly labels: { readonly back?: string | undefined; readonly review?: string | undefined; readonly finish: string }
  readonly onFinish: () => void
  readonly busy?: boolean
  readonly blocked?: boolean
}

/** A form as steps: its pages, then a review. A page is left when nothing is wrong with it. */
export function FormSteps({ label, form, at, onMove, review, labels, onFinish, busy = false, blocked = false }: FormStepsProps) {
  const container = useRef<HTMLDivElement>(null)
  const shown = useRef(at)
  useEffect(() => {
    if (shown.current === at) return
    shown.current = at
    // Whoever moves by the keyboard goes on in the first field.
    container.current?.querySelector<HTMLElement>('form input:not([type=hidden]), form textarea, form button:not([hidden])')?.focus()
  }, [at])
  async function move(to: number) {
    if (to < at) return onMove(to)
    const [problem] = await form.check(at)
    if (problem) focusField(problem.path)
    else onMove(to)
  }

  const pages = form.pages.map((page, index) => ({
    title: page.title,
    failed: form.problems(index).length > 0,
    content: <FormPageView form={form} at={index} onSubmit={() => void move(index + 1)} disabled={busy} />,
  }))
  return (
    <div ref={container} className={at < form.pages.length ? styles.steps : undefined}>
      <Stepper
        label={label}
        steps={[...pages, review]}
        at={at}
        onMove={to => void move(to)}
        finish={labels.finish}
        onFinish={onFinish}
        back={labels.back}
        next={at === form.pages.length - 1 ? labels.review : undefined}
        busy={busy || form.isChecking}
        blocked={blocked}
      />
    </div>
  )
}
