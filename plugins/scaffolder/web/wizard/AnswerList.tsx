import { useText } from '@portico/core/web'
import { Button, InfoCard } from '@portico/ui'
import type { FormState } from '../form/use-form.ts'
import { scaffolderMessages } from '../messages.ts'
import { answersOf } from './answers.ts'
import { Answers } from './Answers.tsx'
import styles from './Review.module.css'

/** Everything that was answered, page by page, each with a way back to it. */
export function AnswerList({ form, onChange }: { readonly form: FormState; readonly onChange: (at: number) => void }) {
  const text = useText()
  const values = form.answers()
  const pages = form.pages.map((page, at) => ({ page, at, answers: answersOf(page, values) })).filter(({ answers }) => answers.length > 0)
  if (pages.length === 0)
    return <p className={styles.quiet}>{text(form.pages.length === 0 ? scaffolderMessages.noPages : scaffolderMessages.noAnswers)}</p>
  return pages.map(({ page, at, answers }) => (
    <InfoCard
      key={at}
      title={page.title}
      action={
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={text(scaffolderMessages.change, { title: page.title })}
          onClick={() => onChange(at)}
        >
          {text(scaffolderMessages.change, { title: '' }).trim()}
        </Button>
      }
    >
      <Answers answers={answers} />
    </InfoCard>
  ))
}
