import type { BuildHistory } from '../builds/history.ts'
import { readData } from '../read-data.ts'
import type { ToolAnswer, ToolRequest } from '../tool.ts'
import { createArgocd, type ArgocdApplication } from './argocd.ts'
import { answerCost, type MonthlyCost } from './cost.ts'
import { answerGrafana, type GrafanaData } from './grafana.ts'
import { createJira, type JiraIssue } from './jira.ts'
import { answerLighthouse } from './lighthouse.ts'
import { createPagerduty, type PagerdutyService } from './pagerduty.ts'
import { answerPrometheus, type PrometheusData } from './prometheus.ts'
import { answerSentry, type SentryProject } from './sentry.ts'
import { answerSonarqube, type SonarqubeProject } from './sonarqube.ts'

type Named<T> = Readonly<Record<string, T>>

interface ConnectedData {
  readonly argocd: Named<ArgocdApplication>
  readonly sonarqube: Named<SonarqubeProject>
  readonly grafana: GrafanaData
  readonly prometheus: PrometheusData
  readonly pagerduty: Named<PagerdutyService>
  readonly sentry: Named<SentryProject>
  readonly jira: Named<readonly JiraIssue[]>
  readonly lighthouse: Named<Named<number>>
  readonly cost: Named<MonthlyCost>
}

/** The tools that connectors ask, each below a path of its own. All want a token, and any will do. */
export function createConnectedTools(builds: BuildHistory) {
  const data = readData<ConnectedData>('connected.yaml')
  const tools = new Map<string, (request: ToolRequest, path: string) => ToolAnswer | undefined>([
    ['argocd', createArgocd(data.argocd, builds)],
    ['sonarqube', (request, path) => answerSonarqube(data.sonarqube, request, path)],
    ['grafana', (request, path) => answerGrafana(data.grafana, request, path)],
    ['prometheus', (request, path) => answerPrometheus(data.prometheus, request, path)],
    ['pagerduty', createPagerduty(data.pagerduty)],
    ['sentry', (request, path) => answerSentry(data.sentry, request, path)],
    ['jira', createJira(data.jira)],
    ['lighthouse', (request, path) => answerLighthouse(data.lighthouse, request, path)],
    ['cost', (_request, path) => answerCost(data.cost, path)],
  ])

  /** Undefined where the address is not one of theirs. */
  return (request: ToolRequest): { readonly answer: ToolAnswer | undefined } | undefined => {
    const [, name = '', path = ''] = /^\/([a-z]+)(\/.*)$/.exec(request.url.pathname) ?? []
    const tool = tools.get(name)
    if (!tool) return undefined
    const isKnown = request.headers.authorization !== undefined
    return { answer: isKnown ? tool(request, path) : { status: 401, json: { message: 'Who is asking?' } } }
  }
}

export type ConnectedTools = ReturnType<typeof createConnectedTools>
