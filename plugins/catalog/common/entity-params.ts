import type { CompoundEntityRef } from './entity-ref.ts'
import { defaultNamespace } from './entity.ts'

/** The entity that an address names: kind and namespace in lower case, `default` where no namespace is given. */
export function toEntityParams(params: Readonly<Record<string, string | undefined>>): CompoundEntityRef {
  return {
    kind: (params['kind'] ?? '').toLocaleLowerCase('en-US'),
    namespace: (params['namespace'] || defaultNamespace).toLocaleLowerCase('en-US'),
    name: params['name'] ?? '',
  }
}
