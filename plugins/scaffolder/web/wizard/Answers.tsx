import { tryParseEntityRef } from '@portico/catalog/common'
import { EntityLink } from '@portico/catalog/web'
import { useText } from '@portico/core/web'
import { readRepoUrl } from '@portico/scaffolder/common'
import type { ReactNode } from 'react'
import { scaffolderMessages } from '../messages.ts'
import type { Answer, AnswerMeaning } from './answers.ts'
import styles from './Review.module.css'

/** Answers by their titles. */
export function Answers({ answers }: { readonly answers: readonly Answer[] }) {
  return (
    <dl className={styles.answers}>
      {answers.map(({ key, title, value, meaning }) => (
        <div key={key} className={styles.answer}>
          <dt>{title}</dt>
          <dd>
            <Value value={value} meaning={meaning} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ value, meaning }: Pick<Answer, 'value' | 'meaning'>): ReactNode {
  const text = useText()
  if (typeof value === 'boolean') return text(value ? scaffolderMessages.yes : scaffolderMessages.no)
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return text(scaffolderMessages.nothing)
  const texts = [value].flat().filter(each => typeof each === 'string')
  if (meaning && texts.length > 0) return texts.map(each => <Named key={each} value={each} meaning={meaning} />)
  if (Array.isArray(value) && value.every(each => typeof each !== 'object')) return value.map(String).join(', ')
  if (typeof value === 'string')
    return fileName(value) === undefined ? value : text(scaffolderMessages.file, { name: fileName(value) ?? '' })
  return typeof value === 'object' ? <pre className={styles.json}>{JSON.stringify(value, undefined, 2)}</pre> : String(value)
}

/** An entity by its title, a repository as people write it. */
function Named({ value, meaning }: { readonly value: string; readonly meaning: AnswerMeaning }): ReactNode {
  if (meaning.type === 'repository') return repoPath(value)
  const { defaultKind } = meaning
  const ref = tryParseEntityRef(value, { defaultKind: defaultKind ?? 'component', defaultNamespace: 'default' })
  return ref ? <EntityLink entity={value} defaultKind={defaultKind} defaultNamespace="default" /> : value
}

/** `code.test/acme/shop` for `code.test?owner=acme&repo=shop`. */
function repoPath(value: string): string {
  const { host, organization, workspace, project, owner, repo } = readRepoUrl(value) ?? {}
  const parts = [host, organization ?? workspace, project, owner, repo].filter(part => part !== undefined)
  return parts.length > 1 ? parts.join('/') : value
}

/** The name of a file that is an answer. */
function fileName(value: string): string | undefined {
  const [, type, name] = /^data:([^;,]*)(?:;name=([^;,]*))?[;,]/.exec(value) ?? []
  return type === undefined ? undefined : decodeURIComponent(name ?? type)
}
