import { document, startCatalog } from '@portico/catalog/testing'
import { connectorsApi, type ConnectorViews } from '@portico/connectors/common'
import { connectorsPlugin } from '@portico/connectors/server'
import { eventually } from '@portico/core/testing'
import { expect } from 'vitest'
import { startFakeTool, type FakeTool, type StartedTool } from './fake-tool.ts'
import { argocdTool } from './packs/argocd.ts'
import { azureReposTool } from './packs/azure-repos.ts'
import { bitbucketCloudTool, bitbucketServerTool } from './packs/bitbucket.ts'
import { costTool } from './packs/cost.ts'
import { datadogTool } from './packs/datadog.ts'
import { dynatraceTool } from './packs/dynatrace.ts'
import { githubTool } from './packs/github.ts'
import { gitlabTool } from './packs/gitlab.ts'
import { grafanaTool } from './packs/grafana.ts'
import { jenkinsTool } from './packs/jenkins.ts'
import { jiraTool } from './packs/jira.ts'
import { lighthouseTool } from './packs/lighthouse.ts'
import { opsgenieTool } from './packs/opsgenie.ts'
import { pagerdutyTool } from './packs/pagerduty.ts'
import { prometheusTool } from './packs/prometheus.ts'
import { sentryTool } from './packs/sentry.ts'
import { snykTool } from './packs/snyk.ts'
import { sonarqubeTool } from './packs/sonarqube.ts'

const tools = {
  argocd: argocdTool,
  azure: azureReposTool,
  bitbucketCloud: bitbucketCloudTool,
  bitbucketServer: bitbucketServerTool,
  cost: costTool,
  datadog: datadogTool,
  dynatrace: dynatraceTool,
  github: githubTool,
  gitlab: gitlabTool,
  grafana: grafanaTool,
  jenkins: jenkinsTool,
  jira: jiraTool,
  lighthouse: lighthouseTool,
  opsgenie: opsgenieTool,
  pagerduty: pagerdutyTool,
  prometheus: prometheusTool,
  sentry: sentryTool,
  snyk: snykTool,
  sonarqube: sonarqubeTool,
} satisfies Readonly<Record<string, FakeTool>>

type Started = Readonly<Record<keyof typeof tools, StartedTool>>

/** The config of all packs, as their docs say it. */
function configOf(fakes: Started) {
  const integration = (host: string) => ({ auth: { type: 'integration', host } })
  const bearer = (token: string) => ({ type: 'bearer', token })
  const basic = (username: string, password: string) => ({ type: 'basic', username, password })
  const { github, gitlab, azure } = fakes
  return {
    integrations: {
      github: [{ host: github.host, apiBaseUrl: `${github.url}/api/v3`, token: 'github-secret' }],
      gitlab: [{ host: gitlab.host, apiBaseUrl: `${gitlab.url}/api/v4`, token: 'gitlab-secret' }],
      azure: [{ host: azure.host, credentials: [{ personalAccessToken: 'azure-secret' }] }],
    },
    connectors: {
      packs: { dora: { enabled: true } },
      targets: {
        argocd: { baseUrl: fakes.argocd.url, auth: bearer('argocd-secret') },
        'azure-pulls': { ...integration(azure.host), values: { organization: 'acme' } },
        'bitbucket-pulls': { baseUrl: `${fakes.bitbucketCloud.url}/2.0`, auth: basic('portal', 'bitbucket-secret') },
        'bitbucket-server-pulls': { baseUrl: `${fakes.bitbucketServer.url}/rest/api/1.0`, auth: bearer('bitbucket-secret') },
        cost: { baseUrl: fakes.cost.url, auth: bearer('cost-secret'), values: { path: '/export/cost.csv' } },
        datadog: {
          baseUrl: fakes.datadog.url,
          auth: { type: 'header', headers: { 'DD-API-KEY': 'datadog-api', 'DD-APPLICATION-KEY': 'datadog-app' } },
        },
        dynatrace: { baseUrl: fakes.dynatrace.url, auth: { type: 'header', value: 'dynatrace-secret' } },
        'github-pulls': integration(github.host),
        'github-insights': integration(github.host),
        'github-security': integration(github.host),
        'gitlab-pulls': integration(gitlab.host),
        'gitlab-insights': integration(gitlab.host),
        'gitlab-security': integration(gitlab.host),
        grafana: { baseUrl: fakes.grafana.url, auth: bearer('grafana-secret') },
        'jenkins-tests': { baseUrl: fakes.jenkins.url, auth: basic('portal', 'jenkins-secret') },
        jira: [
          { baseUrl: fakes.jira.url, auth: basic('portal@acme.test', 'jira-secret') },
          { name: 'own', baseUrl: fakes.jira.url, auth: basic('portal@acme.test', 'jira-secret'), values: { edition: 'server' } },
        ],
        lighthouse: { baseUrl: fakes.lighthouse.url, auth: { type: 'none' } },
        opsgenie: { baseUrl: fakes.opsgenie.url, auth: { type: 'header', value: 'opsgenie-secret' } },
        pagerduty: { baseUrl: fakes.pagerduty.url, auth: { type: 'header', value: 'pagerduty-secret' } },
        prometheus: { baseUrl: fakes.prometheus.url, auth: { type: 'none' } },
        sentry: { baseUrl: fakes.sentry.url, auth: bearer('sentry-secret'), values: { organization: 'acme' } },
        snyk: { baseUrl: fakes.snyk.url, auth: { type: 'header', value: 'snyk-secret' }, values: { organization: 'org-1' } },
        sonarqube: [
          { baseUrl: fakes.sonarqube.url, auth: bearer('sonar-secret') },
          { name: 'locked', baseUrl: fakes.sonarqube.url, auth: bearer('another') },
        ],
      },
    },
  }
}

/** A fake server of each tool, and the config of all packs for them. */
export async function startTools() {
  const started = await Promise.all(Object.entries(tools).map(async ([name, tool]) => [name, await startFakeTool(tool)] as const))
  const fakes = Object.fromEntries(started) as Started
  return {
    fakes,
    config: configOf(fakes),
    async close() {
      for (const fake of Object.values(fakes)) await fake.close()
    },
  }
}

/** A portal with all packs, a fake server of each tool, and entities with these annotations. `matches` is the number of pairs of a pack and an entity. */
export async function startPacks(annotations: Readonly<Record<string, Readonly<Record<string, string>>>>, matches: number) {
  const { fakes, config, close } = await startTools()
  const files = Object.entries(annotations).map(([name, own]) => [
    `${name}.yaml`,
    document('Component', name, { metadata: { annotations: own } }),
  ])
  const ada = document('User', 'ada', { spec: { profile: { email: 'ada@acme.test' } } })
  const catalog = await startCatalog(
    { ...(Object.fromEntries(files) as Record<string, string>), 'ada.yaml': ada },
    { plugins: [connectorsPlugin], config },
  )
  await catalog.until('kind=component', files.length)
  await catalog.until('kind=user', 1)
  await eventually(async () => {
    const { items } = await catalog.server.call(connectorsApi.listConnectors)
    expect(items.reduce((sum, { entities }) => sum + entities, 0)).toBe(matches)
  })
  const caller = catalog.server.as('user:default/ada')
  const params = (name: string) => ({ namespace: 'default', kind: 'component', name })
  return {
    fakes,
    server: catalog.server,
    /** Asks the tools of an entity now. */
    async read(name: string): Promise<readonly ConnectorViews[]> {
      return (await caller.call(connectorsApi.refreshEntity, { params: params(name), body: {} })).items
    },
    run: (connector: string, action: string, entity: string, input: Readonly<Record<string, string | boolean>>) =>
      caller.call(connectorsApi.runAction, {
        params: { connector, action },
        body: { entityRef: `component:default/${entity}`, input: { ...input } },
      }),
    async stop() {
      await catalog.stop()
      await close()
    },
  }
}

export type TestPacks = Awaited<ReturnType<typeof startPacks>>
