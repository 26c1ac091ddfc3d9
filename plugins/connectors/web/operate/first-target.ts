import type { ConnectorDetails } from '@portico/connectors/common'

type Needs = ConnectorDetails['target']

/** What an operator writes to switch a connector on. */
export function firstTarget(name: string, target: Needs): string {
  if (!target) return `connectors:\n  packs:\n    ${name}: { enabled: true }\n`
  const [auth = 'none'] = target.auth
  const secret = (what: string) => `'\${${variableOf(name)}_${variableOf(what)}}'`
  const header =
    target.headers.length > 0
      ? `headers: { ${target.headers.map(each => `${each}: ${secret(each)}`).join(', ')} }`
      : `value: ${secret('token')}`
  const proofs: Readonly<Record<string, string>> = {
    bearer: `, token: ${secret('token')}`,
    basic: `, username: portal, password: ${secret('password')}`,
    header: `, ${header}`,
    oauth: `, tokenUrl: https://${name}.example.com/token, clientId: portal, clientSecret: ${secret('secret')}`,
  }
  const lines = [
    ...(target.hasBaseUrl || auth === 'integration' ? [] : [`baseUrl: https://${name}.example.com`]),
    `auth: { type: ${auth}${proofs[auth] ?? ''} }`,
    ...(target.values.length > 0 ? [`values: { ${target.values.map(key => `${key}: …`).join(', ')} }`] : []),
  ]
  return ['connectors:', '  targets:', `    ${name}:`, ...lines.map(line => `      ${line}`), ''].join('\n')
}

/** What is written at an entity, so that a connector knows it. */
export function annotationSample({ annotations }: Pick<ConnectorDetails, 'annotations'>): string {
  const keys = annotations.filter(({ isTarget }) => !isTarget).slice(0, 1)
  const lines = keys.map(({ key, description }) => `    ${key}: …${description === undefined ? '' : ` # ${description}`}`)
  return ['metadata:', '  annotations:', ...lines, ''].join('\n')
}

function variableOf(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')
}
