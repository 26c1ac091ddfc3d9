import type { ToolAnswer, ToolRequest } from '../tool.ts'
import { hoursAgo } from './times.ts'

interface Incident {
  readonly title: string
  readonly status: string
  readonly urgency: string
  readonly hours: number
}

export interface PagerdutyService {
  readonly name: string
  readonly team: string
  readonly people: readonly string[]
  readonly incidents?: readonly Incident[]
}

const weekMs = 7 * 86_400_000
const maxMade = 20

/** PagerDuty: services, open incidents, and who is on call this week. Incidents that are made last until the portal ends. */
export function createPagerduty(services: Readonly<Record<string, PagerdutyService>>) {
  const made = new Map<string, (Omit<Incident, 'hours'> & { readonly at: string })[]>()
  const site = 'https://larkpost.pagerduty.example'

  const incidentsOf = (id: string, service: PagerdutyService) => [
    ...(made.get(id) ?? []),
    ...(service.incidents ?? []).map(({ hours, ...incident }) => ({ ...incident, at: hoursAgo(hours) })),
  ]

  /** The first of the list in even weeks, the second in odd ones. */
  function onCall({ people }: PagerdutyService): readonly string[] {
    const week = Math.floor(Date.now() / weekMs)
    return people.map((_, at) => people[(at + week) % people.length]!)
  }

  function toService(id: string, service: PagerdutyService) {
    const open = incidentsOf(id, service).map(({ status }) => status)
    const status = open.includes('triggered') ? 'critical' : open.includes('acknowledged') ? 'warning' : 'active'
    const policy = { id: `E${id.slice(1)}`, type: 'escalation_policy_reference', summary: service.team }
    return { id, name: service.name, status, html_url: `${site}/service-directory/${id}`, escalation_policy: policy }
  }

  const toPerson = (name: string) => {
    const login = name
      .normalize('NFD')
      .replaceAll(/[^A-Za-z ]/g, '')
      .replaceAll(' ', '.')
      .toLowerCase()
    return { id: login, name, email: `${login}@larkpost.example`, html_url: `${site}/users/${login}` }
  }

  function listIncidents(url: URL): ToolAnswer {
    const wanted = Object.entries(services).filter(([id]) => url.searchParams.getAll('service_ids[]').includes(id))
    const incidents = wanted.flatMap(([id, service]) =>
      incidentsOf(id, service).map(({ title, status, urgency, at }, number) => ({
        id: `${id}${number}`,
        title,
        status,
        urgency,
        created_at: at,
        html_url: `${site}/incidents/${id}${number}`,
        assignments: [{ assignee: { summary: onCall(service)[0] } }],
      })),
    )
    return { json: { incidents, more: false } }
  }

  function addIncident(body: Buffer): ToolAnswer {
    const { incident } = JSON.parse(String(body)) as { incident: { title: string; urgency?: string; service: { id: string } } }
    const { title, urgency = 'high', service } = incident
    if (!Object.hasOwn(services, service.id)) return { status: 400, json: { error: { message: 'Service Not Found', code: 2001 } } }
    const all = [{ title, status: 'triggered', urgency, at: new Date().toISOString() }, ...(made.get(service.id) ?? [])]
    made.set(service.id, all.slice(0, maxMade))
    return { status: 201, json: { incident: { type: 'incident', title, status: 'triggered' } } }
  }

  return ({ method, url, body }: ToolRequest, path: string): ToolAnswer | undefined => {
    if (path === '/incidents') return method === 'POST' ? addIncident(body) : listIncidents(url)
    if (path === '/oncalls') {
      const policies = url.searchParams.getAll('escalation_policy_ids[]')
      const found = Object.entries(services).filter(([id]) => policies.includes(`E${id.slice(1)}`))
      const end = new Date((Math.floor(Date.now() / weekMs) + 1) * weekMs).toISOString()
      const oncalls = found.flatMap(([, service]) =>
        onCall(service).map((name, at) => ({
          escalation_level: at + 1,
          end,
          user: toPerson(name),
          schedule: { summary: at === 0 ? 'This week' : 'Next week' },
        })),
      )
      return { json: { oncalls, more: false } }
    }
    const [, id = ''] = /^\/services\/(\w+)$/.exec(path) ?? []
    const service = Object.hasOwn(services, id) ? services[id] : undefined
    return service && { json: { service: toService(id, service) } }
  }
}
