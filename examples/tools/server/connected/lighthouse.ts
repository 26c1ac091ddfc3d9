import type { ToolAnswer, ToolRequest } from '../tool.ts'
import { hoursAgo, waveAt } from './times.ts'

const everyHours = 24
const kept = 14

/** The lighthouse-audit-service: an audit of each website every day. */
export function answerLighthouse(
  websites: Readonly<Record<string, Readonly<Record<string, number>>>>,
  { method, body }: ToolRequest,
  path: string,
): ToolAnswer | undefined {
  if (path === '/v1/audits' && method === 'POST') {
    const { url } = JSON.parse(String(body)) as { url: string }
    return { json: { id: 'now', url, status: 'RUNNING', timeCreated: hoursAgo(0), timeCompleted: null } }
  }
  const [, encoded = ''] = /^\/v1\/websites\/([^/]+)$/.exec(path) ?? []
  const url = decodeURIComponent(encoded)
  const scores = Object.hasOwn(websites, url) ? websites[url] : undefined
  if (!scores) return { status: 404, json: { error: { message: `no audited website found for url "${url}"` } } }
  const audits = Array.from({ length: kept }, (_, days) => {
    const time = Date.parse(hoursAgo(days * everyHours + 3))
    const categories = Object.entries(scores).map(([id, score]) => {
      const differs = id === 'performance' ? waveAt(time, 0.05, url) : 0
      return [id, { id, score: Math.min(1, Math.round((score - differs) * 100) / 100) }]
    })
    return {
      id: `audit-${days}`,
      url,
      status: 'COMPLETED',
      timeCreated: new Date(time).toISOString(),
      timeCompleted: new Date(time + 40_000).toISOString(),
      categories: Object.fromEntries(categories) as unknown,
    }
  })
  return { json: { url, audits } }
}
