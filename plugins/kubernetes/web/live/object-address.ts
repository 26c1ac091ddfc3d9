/** An object in the address of the page: `?object=cluster/type/namespace/name`. */
export interface ObjectAddress {
  readonly cluster: string
  readonly type: string
  readonly namespace: string
  readonly name: string
  readonly kind: string
}

export function toObjectParam({ cluster, type, namespace, name, kind }: ObjectAddress): string {
  return [cluster, type, kind, namespace, name].map(encodeURIComponent).join('/')
}

export function parseObjectParam(param: string | null): ObjectAddress | undefined {
  const parts = (param ?? '').split('/')
  if (parts.length !== 5) return undefined
  try {
    const [cluster = '', type = '', kind = '', namespace = '', name = ''] = parts.map(decodeURIComponent)
    return { cluster, type, kind, namespace, name }
  } catch {
    return undefined
  }
}
