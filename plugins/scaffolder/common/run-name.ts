import { readRepoUrl } from './repo-url.ts'
import type { Task } from './task.ts'

/** Answers by which a run is called, the best first. */
const nameKeys = ['name', 'component_id', 'componentid', 'servicename', 'projectname', 'reponame', 'title']
const maxLength = 80

/** What a run makes, by its answers: a name, else a repository, else what looks like a name, else the first answer. */
export function runNameOf({ spec: { parameters } }: Pick<Task, 'spec'>): string | undefined {
  const texts = Object.entries(parameters).flatMap(([key, value]) =>
    typeof value === 'string' && !/^[\s*]*$/.test(value) ? [[key.toLowerCase(), value.trim()] as const] : [],
  )
  const byKey = new Map(texts)
  const key = nameKeys.find(each => byKey.has(each)) ?? texts.find(([each]) => each.endsWith('name'))?.[0]
  const values = texts.map(([, value]) => value)
  const found =
    (key === undefined ? undefined : byKey.get(key)) ??
    values.flatMap(value => (value.includes('repo=') ? (readRepoUrl(value)?.repo ?? []) : []))[0] ??
    values.find(value => /^[a-z][\w.-]*$/i.test(value)) ??
    values.find(value => withoutKind(value) !== value) ??
    values[0]
  return found === undefined ? undefined : withoutKind(found).replaceAll(/\s+/g, ' ').slice(0, maxLength)
}

/** An entity by its name alone. */
function withoutKind(text: string): string {
  return /^[a-z]+:[^\s/]+\/([^\s/]+)$/i.exec(text)?.[1] ?? text
}

/** The name of the folder that a run's files are downloaded as. */
export function archiveNameOf(task: Pick<Task, 'id' | 'spec'>): string {
  const name = (runNameOf(task) ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\w.-]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
  return name === '' ? `run-${task.id.slice(0, 8)}` : name
}
