import { inputError } from '@portico/core/common'

type Data = Record<string, unknown>

/** One operation of a PATCH of SCIM. */
export interface ScimOperation {
  readonly op: string
  readonly path?: string | undefined
  readonly value?: unknown
}

/** A resource after the operations of a PATCH (RFC 7644, 3.5.2), as identity providers send them. */
export function patchResource(data: Readonly<Data>, operations: readonly ScimOperation[]): Data {
  const changed = structuredClone(data) as Data
  for (const { op, path, value } of operations) {
    const kind = op.toLowerCase()
    if (!['add', 'replace', 'remove'].includes(kind))
      throw inputError(`'${op}' is not an operation of SCIM`, { code: 'catalog-sources.scim-invalid' })
    if (path === undefined) {
      if (typeof value !== 'object' || value === null)
        throw inputError('An operation without a path has an object as its value', { code: 'catalog-sources.scim-invalid' })
      for (const [key, item] of Object.entries(value)) change(changed, kind, key, item)
    } else change(changed, kind, path, value)
  }
  return changed
}

/** `displayName`, `name.givenName`, `members`, `members[value eq "1"]`, `emails[type eq "work"].value`. */
function change(data: Data, op: string, path: string, value: unknown): void {
  const [, list = '', field = '', wanted = '', rest] = /^([\w$]+)\[(\w+) eq "?([^"\]]*)"?\](?:\.(\w+))?$/i.exec(path) ?? []
  if (list !== '') return changeItems(data, op, { list, field, wanted, rest }, value)
  const keys = path.includes(':') ? [path] : path.split('.')
  if (keys.some(key => key in Object.prototype))
    throw inputError(`'${path}' is not an attribute of SCIM`, { code: 'catalog-sources.scim-invalid' })
  let inner = data
  for (const key of keys.slice(0, -1)) inner = (inner[key] ??= {}) as Data
  const last = keys.at(-1) ?? ''
  if (op === 'remove') {
    // Some providers name the members to remove in the value.
    const gone = Array.isArray(value) ? new Set(value.map(each => (each as Data)['value'])) : undefined
    if (gone && Array.isArray(inner[last])) inner[last] = (inner[last] as Data[]).filter(each => !gone.has(each['value']))
    else delete inner[last]
  } else if (op === 'add' && Array.isArray(inner[last])) {
    const known = inner[last] as Data[]
    const more = (Array.isArray(value) ? value : [value]) as Data[]
    inner[last] = [...known, ...more.filter(each => !known.some(other => other['value'] === each['value']))]
  } else inner[last] = value === 'True' ? true : value === 'False' ? false : value
}

interface Place {
  readonly list: string
  readonly field: string
  readonly wanted: string
  readonly rest: string | undefined
}

function changeItems(data: Data, op: string, { list, field, wanted, rest }: Place, value: unknown): void {
  const items = (Array.isArray(data[list]) ? data[list] : []) as Data[]
  const isWanted = (item: Data) => String(item[field]) === wanted
  if (op === 'remove' && rest === undefined) data[list] = items.filter(item => !isWanted(item))
  else if (!items.some(isWanted))
    data[list] = [...items, { [field]: wanted, ...(rest === undefined ? (value as Data) : { [rest]: value }) }]
  else data[list] = items.map(item => (isWanted(item) ? { ...item, ...(rest === undefined ? (value as Data) : { [rest]: value }) } : item))
}
