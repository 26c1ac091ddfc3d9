import type { ToolAnswer, ToolRequest } from '../tool.ts'
import { hoursAgo, waveAt } from './times.ts'

export interface SentryProject {
  readonly perHour: number
  readonly issues: readonly {
    readonly title: string
    readonly place: string
    readonly level: string
    readonly first: number
    readonly last: number
    readonly events: number
    readonly users: number
  }[]
}

/** Sentry: unresolved issues of a project, and its errors by hour. */
export function answerSentry(
  projects: Readonly<Record<string, SentryProject>>,
  { url }: ToolRequest,
  path: string,
): ToolAnswer | undefined {
  const [, name = '', what] = /^\/api\/0\/projects\/larkpost\/([\w-]+)\/(issues|stats)\/$/.exec(path) ?? []
  const project = Object.hasOwn(projects, name) ? projects[name] : undefined
  if (!project) return { status: 404, json: { detail: 'The requested resource does not exist' } }
  if (what === 'stats') {
    const since = Number(url.searchParams.get('since'))
    const hours = Array.from({ length: 25 }, (_, hour) => since + hour * 3600).filter(time => time * 1000 <= Date.now())
    return { json: hours.map(time => [time, Math.round(waveAt(time * 1000, project.perHour, name))]) }
  }
  return {
    json: project.issues.map(({ title, place, level, first, last, events, users }, at) => ({
      id: String(at + 1),
      shortId: `${name.toUpperCase()}-${at + 1}`,
      title,
      culprit: place,
      permalink: `https://sentry.larkpost.example/organizations/larkpost/issues/${at + 1}/`,
      level,
      status: 'unresolved',
      count: String(events),
      userCount: users,
      firstSeen: hoursAgo(first),
      lastSeen: hoursAgo(last),
    })),
  }
}
