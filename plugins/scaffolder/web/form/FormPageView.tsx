import { useText } from '@portico/core/web'
import { Markdown, WarningPanel } from '@portico/ui'
import { useMemo } from 'react'
import { formMessages } from '../messages.ts'
import { FormStoreProvider } from './form-values.tsx'
import styles from './FormPageView.module.css'
import { toErrorSchema, uiAt } from './page-check.ts'
import { PageForm } from './PageForm.tsx'
import type { FormState, ShownProblem } from './use-form.ts'

export interface FormPageViewProps {
  readonly form: FormState
  readonly at: number
  readonly onSubmit?: () => void
  readonly disabled?: boolean
}

/** One page of a form: what it is about, what is wrong, and its fields. */
export function FormPageView({ form, at, onSubmit, disabled = false }: FormPageViewProps) {
  const text = useText()
  const page = form.pages[at]
  const problems = form.problems(at)
  const key = JSON.stringify(problems)
  // The same errors as long as they say the same: the form is drawn again for others.
  const errors = useMemo(() => toErrorSchema(JSON.parse(key) as ShownProblem[]), [key])
  if (!page) return undefined
  return (
    <FormStoreProvider store={form.store}>
      <div className={styles.page}>
        {page.description !== undefined && (
          <div className={styles.description}>
            <Markdown>{page.description}</Markdown>
          </div>
        )}
        {page.problems.length > 0 && (
          <WarningPanel title={text(formMessages.brokenPage)}>
            <ul className={styles.list}>
              {page.problems.map(problem => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </WarningPanel>
        )}
        {problems.length > 0 && (
          <ProblemSummary
            problems={problems}
            isAtField={({ path }) => path.length > 0 && uiAt(page.uiSchema, path)?.['ui:widget'] !== 'hidden'}
          />
        )}
        <PageForm
          key={at}
          page={page}
          fields={form.fields}
          store={form.store}
          errors={errors}
          {...(onSubmit && { onSubmit })}
          disabled={disabled}
        />
      </div>
    </FormStoreProvider>
  )
}

interface ProblemSummaryProps {
  readonly problems: readonly ShownProblem[]
  /** Whether what is wrong stands at its field too. */
  readonly isAtField: (problem: ShownProblem) => boolean
}

/** The fields of a page with something wrong, each a way to its field. What is wrong stands there; here only where there is no such place. */
function ProblemSummary({ problems, isAtField }: ProblemSummaryProps) {
  const text = useText()
  const fields = new Map(problems.filter(isAtField).map(problem => [problem.path.join('.'), problem]))
  return (
    <WarningPanel severity="error" title={text(formMessages.problems, { count: problems.length })}>
      <ul className={styles.list}>
        {problems
          .filter(problem => !isAtField(problem))
          .map(({ title, message }) => (
            <li key={`${title} ${message}`}>{message.startsWith(`${title} `) ? message : `${title} ${message}`}</li>
          ))}
        {[...fields].map(([key, { path, title }]) => (
          <li key={key}>
            <button type="button" className={styles.problem} onClick={() => focusField(path)}>
              {title}
            </button>
          </li>
        ))}
      </ul>
    </WarningPanel>
  )
}

/** Brings the field at a path into view, with the focus in it. */
export function focusField(path: readonly (string | number)[]): void {
  for (let length = path.length; length > 0; length--) {
    const element = document.getElementById(['form', ...path.slice(0, length)].join('_'))
    const control = element?.matches('input, textarea, select, button')
      ? element
      : element?.querySelector<HTMLElement>('input, textarea, button')
    if (!control) continue
    control.scrollIntoView?.({ block: 'center' })
    control.focus()
    return
  }
}
