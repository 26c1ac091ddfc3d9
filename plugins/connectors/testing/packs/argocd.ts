import { hoursAgo, type FakeTool } from '../fake-tool.ts'

const application = (name: string, sync: string, health: string, labels: Record<string, string>) => ({
  metadata: { name, namespace: 'argocd', labels },
  spec: {
    project: 'default',
    source: { repoURL: 'https://git.test/acme/deploy.git', path: `apps/${name}`, targetRevision: 'HEAD' },
    destination: { server: 'https://kubernetes.default.svc', namespace: name },
  },
  status: {
    sync: { status: sync, revision: '0f3b1c2d4e5f60718293a4b5c6d7e8f901234567' },
    health: { status: health, ...(health === 'Degraded' && { message: 'Deployment has exceeded its progress deadline' }) },
    history: [
      { id: 6, revision: 'aaaaaaaa4e5f60718293a4b5c6d7e8f901234567', deployedAt: hoursAgo(2000) },
      { id: 7, revision: '0f3b1c2d4e5f60718293a4b5c6d7e8f901234567', deployedAt: hoursAgo(5) },
    ],
    operationState: { phase: 'Succeeded', message: 'successfully synced (all tasks run)', finishedAt: hoursAgo(5) },
  },
})

const applications = [
  application('web', 'Synced', 'Healthy', { team: 'web' }),
  application('web-canary', 'OutOfSync', 'Degraded', { team: 'web' }),
]

/** Argo CD: applications by name or by labels, and their sync. */
export const argocdTool: FakeTool = {
  authorization: { authorization: 'Bearer argocd-secret' },
  routes: [
    {
      path: /^\/api\/v1\/applications$/,
      query: ['name', 'selector', 'appNamespace', 'projects'],
      answer: ({ url }) => {
        const name = url.searchParams.get('name')
        const [key = '', value] = url.searchParams.get('selector')?.split('=') ?? []
        if (name !== null && !applications.some(({ metadata }) => metadata.name === name))
          return { status: 404, json: { error: `applications.argoproj.io "${name}" not found`, code: 5 } }
        const items = applications.filter(({ metadata }) => (name === null ? metadata.labels[key] === value : metadata.name === name))
        return { json: { metadata: { resourceVersion: '81234' }, items } }
      },
    },
    {
      method: 'POST',
      path: /^\/api\/v1\/applications\/([^/]+)\/sync$/,
      answer: (_request, name) => {
        const found = applications.find(({ metadata }) => metadata.name === name)
        return found && { json: { ...found, operation: { sync: {} } } }
      },
    },
  ],
}
