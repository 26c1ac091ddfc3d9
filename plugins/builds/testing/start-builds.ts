import { buildsPlugin } from '@portico/builds/server'
import { document, startCatalog } from '@portico/catalog/testing'
import type { ServerPlugin } from '@portico/core/server'
import { proxyPlugin } from '@portico/proxy/server'
import { startFakeAzurePipelines } from './fake-azure-pipelines.ts'
import { startFakeCircleCi } from './fake-circleci.ts'
import { startFakeGithubActions } from './fake-github-actions.ts'
import { startFakeGitlabCi } from './fake-gitlab-ci.ts'
import { startFakeJenkins } from './fake-jenkins.ts'

const jenkinsToken = `Basic ${Buffer.from('portal:jenkins-secret').toString('base64')}`

/** A catalog whose entities use one system each, with a fake server of each host. */
export async function startBuilds(
  annotations: Readonly<Record<string, Readonly<Record<string, string>>>>,
  options: {
    readonly plugins?: readonly ServerPlugin[]
    readonly config?: object
    /** More files of the catalog. */
    readonly files?: Readonly<Record<string, string>>
  } = {},
) {
  const circleci = await startFakeCircleCi({ token: 'circle-secret', project: 'github/acme/web' })
  const github = await startFakeGithubActions()
  const gitlab = await startFakeGitlabCi()
  const jenkins = await startFakeJenkins()
  const azure = await startFakeAzurePipelines()
  github.state.authorization = { authorization: 'Bearer github-secret' }
  gitlab.state.authorization = { 'private-token': 'gitlab-secret' }
  jenkins.state.authorization = { authorization: jenkinsToken }
  azure.state.authorization = { authorization: `Basic ${Buffer.from(':azure-secret').toString('base64')}` }
  const files = Object.entries(annotations).map(([name, own]) => [
    `${name}.yaml`,
    document('Component', name, { metadata: { annotations: own } }),
  ])
  const catalog = await startCatalog(
    { ...(Object.fromEntries(files) as Record<string, string>), ...options.files },
    {
      plugins: [proxyPlugin, buildsPlugin, ...(options.plugins ?? [])],
      config: {
        integrations: {
          github: [{ host: github.host, apiBaseUrl: github.apiBaseUrl, token: 'github-secret' }],
          gitlab: [{ host: gitlab.host, apiBaseUrl: gitlab.apiBaseUrl, token: 'gitlab-secret' }],
          azure: [{ host: azure.host, credentials: [{ personalAccessToken: 'azure-secret' }] }],
        },
        jenkins: {
          baseUrl: jenkins.url,
          username: 'portal',
          apiKey: 'jenkins-secret',
          instances: [{ name: 'other', baseUrl: jenkins.url, username: 'portal', apiKey: 'jenkins-secret' }],
        },
        proxy: { endpoints: { '/circleci/api': { target: circleci.target, headers: { 'Circle-Token': 'circle-secret' } } } },
        ...options.config,
      },
    },
  )
  await catalog.until('kind=component', Object.keys(annotations).length)
  const fakes = { circleci, github, gitlab, jenkins, azure }
  return {
    ...fakes,
    server: catalog.server,
    /** What the fake servers were asked that they do not know. */
    refused: () => [...circleci.model.refused, ...github.refused, ...gitlab.refused, ...jenkins.refused, ...azure.refused],
    async stop() {
      await catalog.stop()
      for (const fake of Object.values(fakes)) await fake.close()
    },
  }
}

export type TestBuilds = Awaited<ReturnType<typeof startBuilds>>
