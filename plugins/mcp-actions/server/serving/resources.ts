import { inputError } from '@portico/core/common'
import type { Tool } from './offer.ts'

/** An address of a resource, as the call of a tool that reads it. */
export interface ResourceCall {
  readonly action: string
  readonly input: Readonly<Record<string, unknown>>
  readonly isMarkdown?: true
}

const scheme = 'portico:'

/** The kinds of resources, each read by an action: so scopes, budgets and permissions are those of the action. */
const kinds = {
  entity: {
    action: 'catalog:get-entity',
    template: 'portico://entity/{kind}/{namespace}/{name}',
    name: 'entity',
    description: 'An entity of the catalog',
  },
  docs: {
    action: 'techdocs:read-docs',
    template: 'portico://docs/{kind}/{namespace}/{name}{?path,section}',
    name: 'docs',
    description: 'A page or a section of the docs of an entity, as Markdown',
  },
  api: {
    action: 'api-docs:read-operations',
    template: 'portico://api/{namespace}/{name}{?operation}',
    name: 'api-operation',
    description: 'An operation of an API; without one the list of them',
  },
  template: {
    action: 'scaffolder:describe-template',
    template: 'portico://template/{namespace}/{name}',
    name: 'template',
    description: 'The form of a template',
  },
} as const

type Kind = keyof typeof kinds

/** What an address reads; throws for one that is none of ours. */
export function toResourceCall(address: string): ResourceCall {
  const url = URL.parse(address)
  const kind = url?.hostname as Kind | undefined
  if (!url || url.protocol !== scheme || kind === undefined || !Object.hasOwn(kinds, kind)) throw notAResource(address)
  const parts = url.pathname.split('/').slice(1).map(decode)
  if (parts.length !== (kind === 'entity' || kind === 'docs' ? 3 : 2) || parts.includes('')) throw notAResource(address)
  const query = (name: string) => url.searchParams.get(name) ?? undefined
  if (kind === 'entity' || kind === 'docs') {
    const ref = `${parts[0]}:${parts[1]}/${parts[2]}`
    if (kind === 'entity') return { action: kinds.entity.action, input: { ref } }
    const [path, section] = [query('path'), query('section')]
    return {
      action: kinds.docs.action,
      input: { ref, ...(path !== undefined && { path }), ...(section !== undefined && { section }) },
      isMarkdown: true,
    }
  }
  const ref = `${kind}:${parts[0]}/${parts[1]}`
  if (kind === 'template') return { action: kinds.template.action, input: { templateRef: ref } }
  const operation = query('operation')
  return operation === undefined
    ? { action: 'api-docs:list-operations', input: { ref } }
    : { action: kinds.api.action, input: { ref, ids: [operation] } }
}

/** Those whose action the server has. */
export function resourceTemplates(tools: readonly Tool[]) {
  return Object.values(kinds)
    .filter(({ action }) => tools.some(({ id }) => id === action))
    .map(({ template, name, description, action }) => ({
      uriTemplate: template,
      name,
      description,
      mimeType: action === kinds.docs.action ? 'text/markdown' : 'application/json',
    }))
}

/** `component:default/a` as an address. */
export function entityAddress(ref: string): string {
  const [, kind = '', namespace = '', name = ''] = /^([^:]+):([^/]+)\/(.+)$/.exec(ref) ?? []
  return `portico://entity/${[kind, namespace, name].map(encodeURIComponent).join('/')}`
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

function notAResource(address: string) {
  return inputError(`'${address.slice(0, 200)}' is no resource of this portal. resources/templates/list has the forms`, {
    code: 'mcp-actions.no-resource',
  })
}
