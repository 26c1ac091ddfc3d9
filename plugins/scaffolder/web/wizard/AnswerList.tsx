import { useText } from '@portico/core/web'
import { Button, InfoCard } from '@portico/ui'
import type { ReactNode } from 'react'
import type { FormState } from '../form/use-form.ts'
import { scaffolderMessages } from '../messages.ts'
import { answersOf } from './answers.ts'
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
      <dl className={styles.answers}>
        {answers.map(({ key, title, value }) => (
          <div key={key} className={styles.answer}>
            <dt>{title}</dt>
            <dd>
              <Value value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </InfoCard>
  ))
}

function Value({ value }: { readonly value: unknown }): ReactNode {
  const text = useText()
  if (typeof value === 'boolean') return text(value ? scaffolderMessages.yes : scaffolderMessages.no)
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return text(scaffolderMessages.nothing)
  if (Array.isArray(value) && value.every(each => typeof each !== 'object')) return value.map(String).join(', ')
  if (typeof value === 'string')
    return fileName(value) === undefined ? value : text(scaffolderMessages.file, { name: fileName(value) ?? '' })
  return typeof value === 'object' ? <pre className={styles.json}>{JSON.stringify(value, undefined, 2)}</pre> : String(value)
}

/** The name of a file that is an answer. */
function fileName(value: string): string | undefined {
  const [, type, name] = /^data:([^;,]*)(?:;name=([^;,]*))?[;,]/.exec(value) ?? []
  return type === undefined ? undefined : decodeURIComponent(name ?? type)
}
