import { putDeployment, type ApiServer } from '@portico/kubernetes/testing'

export const deployments = 50
export const podsEach = 20

/** A catalog file with components that run in Kubernetes. */
export function kubernetesEntities(names: readonly string[]): string {
  return names
    .map(name =>
      JSON.stringify({
        apiVersion: 'backstage.io/v1alpha1',
        kind: 'Component',
        metadata: { name, annotations: { 'backstage.io/kubernetes-id': name } },
        spec: { type: 'service', lifecycle: 'production', owner: 'nobody' },
      }),
    )
    .join('\n---\n')
}

/** Fifty deployments with a thousand pods together. */
export function putManyPods(server: ApiServer, entity: string): void {
  for (let index = 0; index < deployments; index++) putDeployment(server, { name: `${entity}-${index}`, entity, replicas: podsEach })
}
