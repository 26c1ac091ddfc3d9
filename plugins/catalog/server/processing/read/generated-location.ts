import { annotations, type Entity, type LocationRef } from '@portico/catalog/common'
import { hash } from 'node:crypto'

/** The name of the Location entity that stands for a root. */
export function generatedName({ type, target }: LocationRef): string {
  return `generated-${hash('sha1', `${type}:${target}`)}`
}

/** What the refs of all such entities begin with. */
export const generatedPrefix = 'location:default/generated-'

/** The ref of the Location entity that stands for a root. */
export function generatedRef(location: LocationRef): string {
  return `location:default/${generatedName(location)}`
}

/** The Location entity that stands for a configured or registered root. The name stays when a registered location is moved. */
export function generateLocation({ type, target }: LocationRef, ref = generatedRef({ type, target })): Entity {
  const locationRef = `${type}:${target}`
  return {
    apiVersion: 'backstage.io/v1alpha1',
    kind: 'Location',
    metadata: {
      name: ref.slice(ref.indexOf('/') + 1),
      namespace: 'default',
      annotations: { [annotations.managedByLocation]: locationRef, [annotations.managedByOriginLocation]: locationRef },
    },
    spec: { type, target },
  }
}
