import { buildsPlugin } from '@portico/builds/server'
import { document, startCatalog } from '@portico/catalog/testing'
import type { ServerPlugin } from '@portico/core/server'
import { proxyPlugin } from '@portico/proxy/server'
import { startAzurePipelinesPeer } from './azure-pipelines-peer.ts'
import { startCircleCiPeer } from './circleci-peer.ts'
import { startGithubActionsPeer } from './github-actions-peer.ts'
import { startGitlabCiPeer } from './gitlab-ci-peer.ts'
import { startJenkinsPeer } from './jenkins-peer.ts'

const jenkinsToken = `Basic ${Buffer.from('portal:jenkins-secret').toString('base64')}`

/** A catalog whose entities use one system each, with a stand-in of each host. */
export async function startBuilds(
  annotations: Readonly<Record<string, Readonly<Record<string, string>>>>,
  options: {
    readonly plugins?: readonly ServerPlugin[]
    readonly config?: object
    /** More files of the catalog. */
    readonly files?: Readonly<Record<string, string>>
  } = {},
) {
  const circleci = await startCircleCiPeer({ token: 'circle-secret', project: 'github/acme/web' })
  const github = await startGithubActionsPeer()
  const gitlab = await startGitlabCiPeer()
  const jenkins = await startJenkinsPeer()
  const azure = await startAzurePipelinesPeer()
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
  const peers = { circleci, github, gitlab, jenkins, azure }
  return {
    ...peers,
    server: catalog.server,
    /** What the stand-ins were asked that they do not know. */
    refused: () => [...circleci.model.refused, ...github.refused, ...gitlab.refused, ...jenkins.refused, ...azure.refused],
    async stop() {
      await catalog.stop()
      for (const peer of Object.values(peers)) await peer.close()
    },
  }
}

export type TestBuilds = Awaited<ReturnType<typeof startBuilds>>
