import { AppError, inputError } from '@portico/core/common'
import { createGuardedRequest } from '@portico/core/server/outbound'
import { z } from 'zod'
import type { ScaffolderSection } from '../../config.ts'
import { defineAction, type Action } from '../action.ts'

const timeoutMs = 30_000
const maxBytes = 5 * 2 ** 20

/** Argo CD: a project and an application, through the API of an instance that config names. */
export function createArgocdActions(instances: () => ScaffolderSection['argocd']): Action[] {
  async function send(name: string, path: string, signal: AbortSignal, body?: unknown): Promise<number> {
    const instance = instances().find(each => each.name === name)
    if (!instance)
      throw inputError(
        `Config has no Argo CD instance '${name}'; it has ${
          instances()
            .map(each => each.name)
            .join(', ') || 'none'
        }`,
        { code: 'scaffolder.argocd-instance' },
      )
    const url = new URL(`${instance.url.replace(/\/+$/, '')}${path}`)
    const request = createGuardedRequest({ allow: [{ host: url.host }], timeoutMs, maxBytes })
    const headers = () => ({ authorization: `Bearer ${instance.token}`, 'content-type': 'application/json' })
    const sent = body === undefined ? { method: 'DELETE' } : { body: Buffer.from(JSON.stringify(body)) }
    return (await request(url, { headers, signal, ...sent })).answer.status
  }

  async function post(name: string, path: string, body: unknown, signal: AbortSignal): Promise<void> {
    const status = await send(name, path, signal, body)
    if (status !== 200) throw new AppError('ResponseError', `Argo CD '${name}' answered ${path} with ${status}`)
  }

  const createResources = defineAction({
    id: 'argocd:create-resources',
    description: 'Makes a project and an application in Argo CD',
    examples: [
      {
        description: 'Deploy a new service',
        example:
          'steps:\n  - action: argocd:create-resources\n    input:\n      appName: ${{ parameters.name }}\n      argoInstance: main\n      namespace: ${{ parameters.name }}\n      repoUrl: https://host/org/repo.git\n      path: deploy\n',
      },
    ],
    input: z.object({
      appName: z.string().min(1).describe('The name of the application'),
      argoInstance: z.string().min(1).describe('The name of an instance in scaffolder.argocd'),
      namespace: z.string().min(1).describe('The namespace of the cluster that it runs in'),
      repoUrl: z.string().min(1).describe('The address of the repository with the manifests, as one would clone it'),
      path: z.string().min(1).describe('The folder with the manifests'),
      labelValue: z.string().optional().describe('The value of the label backstage-name; the name of the application by default'),
      projectName: z.string().optional().describe('The name of the project; that of the application by default'),
    }),
    isIdempotent: true,
    plan: ({ input }) => [
      { kind: 'argocd-project', title: `Project ${input.projectName ?? input.appName} in Argo CD ${input.argoInstance}` },
      { kind: 'argocd-application', title: `Application ${input.appName} in Argo CD ${input.argoInstance}` },
    ],
    async run({ input, signal, log, once, record }) {
      const { appName, argoInstance, namespace, repoUrl, path, labelValue = appName, projectName = appName } = input
      const destination = { namespace, server: 'https://kubernetes.default.svc' }
      await once('project', async () => {
        const spec = { destinations: [{ ...destination, name: 'local' }], sourceRepos: [repoUrl] }
        await post(
          argoInstance,
          '/api/v1/projects?upsert=true',
          { project: { metadata: { name: projectName }, spec }, upsert: true },
          signal,
        )
        const undo = { instance: argoInstance, path: `/api/v1/projects/${encodeURIComponent(projectName)}` }
        await record({ kind: 'argocd-project', title: `Project ${projectName} in Argo CD ${argoInstance}`, undo })
        return true
      })
      await once('application', async () => {
        const metadata = { name: appName, labels: { 'backstage-name': labelValue }, finalizers: ['resources-finalizer.argocd.argoproj.io'] }
        const spec = {
          project: projectName,
          destination,
          source: { path, repoURL: repoUrl },
          syncPolicy: { automated: { allowEmpty: true, prune: true, selfHeal: true }, syncOptions: ['CreateNamespace=false'] },
        }
        await post(argoInstance, '/api/v1/applications?upsert=true', { metadata, spec }, signal)
        const undo = { instance: argoInstance, path: `/api/v1/applications/${encodeURIComponent(appName)}` }
        await record({ kind: 'argocd-application', title: `Application ${appName} in Argo CD ${argoInstance}`, undo })
        return true
      })
      log(`Argo CD ${argoInstance} has the project ${projectName} and the application ${appName}`)
    },
    async undo({ undo, title }, { signal }) {
      const status = await send(String(undo['instance']), String(undo['path']), signal)
      if (status !== 200 && status !== 404) throw new AppError('ResponseError', `Deleting ${title} was answered with ${status}`)
    },
  })
  return [createResources] as Action[]
}
