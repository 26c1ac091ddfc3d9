import { readRepoUrl } from './repo-url.ts'
import type { Task } from './task.ts'

/** Answers by which a run is called, the best first. */
const nameKeys = ['name', 'component_id', 'componentid', 'servicename', 'projectname', 'reponame', 'title']
const maxLength = 80

/** What a run makes, by its answers: a name, else a repository, else the first answer; undefined when nothing was asked. */
export function runNameOf({ spec: { parameters } }: Pick<Task, 'spec'>): string | undefined {
  const texts = Object.entries(parameters).flatMap(([key, value]) =>
    typeof value === 'string' && value.trim() !== '' ? [[key.toLowerCase(), value.trim()] as const] : [],
  )
  const byKey = new Map(texts)
  const key = nameKeys.find(each => byKey.has(each)) ?? texts.find(([each]) => each.endsWith('name'))?.[0]
  const repository = texts.flatMap(([, value]) => (value.includes('repo=') ? (readRepoUrl(value)?.repo ?? []) : []))[0]
  const found = (key === undefined ? undefined : byKey.get(key)) ?? repository ?? texts[0]?.[1]
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
    .replaceAll(/[^\w.-]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
  return name === '' ? `run-${task.id.slice(0, 8)}` : name
}
