import type { ToolAnswer, ToolRequest } from '../tool.ts'
import { hoursAgo, waveAt } from './times.ts'

export interface PrometheusData {
  readonly queries: Readonly<Record<string, { readonly label: string; readonly lines: Readonly<Record<string, number>> }>>
  readonly alerts: readonly {
    readonly name: string
    readonly summary: string
    readonly state?: string
    readonly hours?: number
    readonly value?: number
  }[]
}

const maxSteps = 1000

/** Prometheus: recorded queries over a range, and alerting rules. */
export function answerPrometheus({ queries, alerts }: PrometheusData, { url }: ToolRequest, path: string): ToolAnswer | undefined {
  if (path === '/api/v1/query_range') {
    const name = url.searchParams.get('query') ?? ''
    const [start, end, step] = ['start', 'end', 'step'].map(key => Number(url.searchParams.get(key)))
    const count = Math.floor((end! - start!) / step!) + 1
    if (!(count > 0 && count <= maxSteps)) return { status: 400, json: { status: 'error', errorType: 'bad_data', error: 'invalid range' } }
    const { label = '', lines = {} } = (Object.hasOwn(queries, name) && queries[name]) || {}
    const times = Array.from({ length: count }, (_, at) => start! + at * step!)
    const result = Object.entries(lines).map(([line, middle]) => ({
      metric: { __name__: name, [label]: line },
      values: times.map(time => [time, String(waveAt(time * 1000, middle, line))]),
    }))
    return { json: { status: 'success', data: { resultType: 'matrix', result } } }
  }
  if (path !== '/api/v1/rules') return undefined
  const rules = alerts.map(({ name, summary, state = 'inactive', hours = 0, value = 0 }) => ({
    name,
    state,
    type: 'alerting',
    health: 'ok',
    labels: {},
    annotations: { summary },
    alerts:
      state === 'inactive'
        ? []
        : [{ state, activeAt: hoursAgo(hours), value: String(value), labels: { alertname: name }, annotations: { summary } }],
  }))
  return { json: { status: 'success', data: { groups: [{ name: 'larkpost', file: 'larkpost.yaml', rules }] } } }
}
