import { useText } from '@portico/core/web'
import type { ReactNode } from 'react'
import { scaffolderMessages } from '../messages.ts'
import type { Answer } from './answers.ts'
import styles from './Review.module.css'

/** Answers by their titles. */
export function Answers({ answers }: { readonly answers: readonly Answer[] }) {
  return (
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
  )
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
