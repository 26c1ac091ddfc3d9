import { digits } from '../chance.ts'
import type { ToolAnswer, ToolRequest } from '../tool.ts'
import { hoursAgo } from './times.ts'

export interface GrafanaData {
  readonly dashboards: readonly { readonly title: string; readonly tags: readonly string[]; readonly folder: string }[]
  readonly rules: readonly {
    readonly service: string
    readonly name: string
    readonly summary: string
    readonly state?: string
    readonly hours?: number
  }[]
}

/** Grafana: dashboards by tag, and alert rules. */
export function answerGrafana({ dashboards, rules }: GrafanaData, { url }: ToolRequest, path: string): ToolAnswer | undefined {
  if (path === '/api/search') {
    const tag = url.searchParams.get('tag')
    const found = dashboards.filter(({ tags }) => tag === null || tags.includes(tag))
    return {
      json: found.map(({ title, tags, folder }) => {
        const uid = digits(9, title)
        const slug = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
        return { uid, title, tags, type: 'dash-db', url: `/d/${uid}/${slug}`, folderTitle: folder }
      }),
    }
  }
  if (path !== '/api/prometheus/grafana/api/v1/rules') return undefined
  const toRule = ({ service, name, summary, state = 'inactive', hours = 0 }: GrafanaData['rules'][number]) => ({
    name,
    state,
    type: 'alerting',
    health: 'ok',
    labels: { service },
    annotations: { summary },
    alerts: state === 'inactive' ? [] : [{ state: 'Alerting', activeAt: hoursAgo(hours), labels: { service }, annotations: { summary } }],
  })
  return { json: { status: 'success', data: { groups: [{ name: 'larkpost', file: 'Larkpost', rules: rules.map(toRule) }] } } }
}
