import type { ToolAnswer, ToolRequest } from '../tool.ts'
import { hoursAgo } from './times.ts'

export interface JiraIssue {
  readonly summary: string
  readonly kind: string
  readonly status: string
  readonly priority: string
  readonly assignee?: string
  readonly hours: number
}

const maxMade = 50

/** Jira: the issues of a project that are not done. New ones last until the portal ends. */
export function createJira(projects: Readonly<Record<string, readonly JiraIssue[]>>) {
  const made = new Map<string, (JiraIssue & { readonly at: number })[]>()

  function toJson(key: string, number: number, { summary, kind, status, priority, assignee, hours }: JiraIssue, at?: number) {
    const time = at === undefined ? hoursAgo(hours) : new Date(at).toISOString()
    return {
      key: `${key}-${number}`,
      fields: {
        summary,
        issuetype: { name: kind },
        status: { name: status, statusCategory: { key: status === 'To do' ? 'new' : 'indeterminate' } },
        priority: { name: priority },
        assignee: assignee === undefined ? null : { displayName: assignee },
        created: time.replace('Z', '+0000'),
        updated: time.replace('Z', '+0000'),
      },
    }
  }

  return ({ method, url, body }: ToolRequest, path: string): ToolAnswer | undefined => {
    if (path === '/rest/api/2/issue' && method === 'POST') {
      const { fields } = JSON.parse(String(body)) as {
        fields: { project: { key: string }; issuetype: { name: string }; summary: string }
      }
      const { key } = fields.project
      if (!Object.hasOwn(projects, key)) return { status: 400, json: { errors: { project: 'valid project is required' } } }
      const issue = { summary: fields.summary, kind: fields.issuetype.name, status: 'To do', priority: 'Medium', hours: 0, at: Date.now() }
      made.set(key, [...(made.get(key) ?? []), issue].slice(-maxMade))
      return { status: 201, json: { key: `${key}-${projects[key]!.length + made.get(key)!.length}` } }
    }
    if (path !== '/rest/api/2/search/jql') return undefined
    const [, key = ''] = /project = "(\w+)"/.exec(url.searchParams.get('jql') ?? '') ?? []
    if (!Object.hasOwn(projects, key))
      return { status: 400, json: { errorMessages: [`The value '${key}' does not exist for the field 'project'.`] } }
    const known = projects[key]!
    const added = (made.get(key) ?? []).map((issue, at) => toJson(key, known.length + at + 1, issue, issue.at))
    return { json: { issues: [...added.toReversed(), ...known.map((issue, at) => toJson(key, at + 1, issue))], isLast: true } }
  }
}
