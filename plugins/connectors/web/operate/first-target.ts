import type { ConnectorDetails } from '@portico/connectors/common'

/** What an operator writes to switch a connector on. */
export function firstTarget(name: string): string {
  return `connectors:
  targets:
    ${name}:
      - name: main
        baseUrl: https://${name}.example.com
        auth: { type: bearer, token: \${${variableOf(name)}_TOKEN} }
`
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
