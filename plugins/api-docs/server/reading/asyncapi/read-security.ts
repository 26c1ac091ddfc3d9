import type { OAuthFlow, PartLink, SecurityNeed, SecurityScheme } from '@portico/api-docs/common'
import { type Fields, fieldsOf, isFields, listOf, present, textOf, textsOf } from '../document/json-values.ts'
import type { DocumentPath } from '../document/open-document.ts'
import type { AsyncapiContext } from './asyncapi-context.ts'

/** The security schemes of a definition, with those that are written where they are used. */
export interface SecuritySchemes {
  /** The alternatives that a server or an operation needs. */
  readonly needs: (value: unknown, path: DocumentPath, user: PartLink) => SecurityNeed[][] | undefined
  readonly finish: () => SecurityScheme[]
}

export function createSecuritySchemes(context: AsyncapiContext): SecuritySchemes {
  const place = ['components', 'securitySchemes']
  const user = { id: 'about', label: 'About' }
  const schemes = new Map<string, SecurityScheme>()
  for (const [name, value] of Object.entries(fieldsOf(fieldsOf(context.root.components).securitySchemes))) {
    schemes.set(name, toScheme(name, context.schemas.resolve(value, [...place, name], user)?.value ?? {}))
  }

  /** Of AsyncAPI 2: names with scopes. */
  function named(need: Fields, path: DocumentPath, item: string): SecurityNeed[] {
    return Object.entries(need).map(([scheme, scopes]) => {
      const isMissing = !schemes.has(scheme)
      if (isMissing) context.problems.add('security-missing', `The security scheme ${scheme} is not defined`, { path, item })
      return { scheme, scopes: textsOf(scopes), ...(isMissing && { isMissing }) }
    })
  }

  /** The name of a scheme without one: that of its type, and a number where there are several. */
  function add(type: string, value: Fields): string {
    for (let count = 1; ; count += 1) {
      const name = count === 1 ? type : `${type} (${count})`
      const scheme = toScheme(name, value)
      const known = schemes.get(name)
      if (!known) schemes.set(name, scheme)
      if (!known || JSON.stringify(known) === JSON.stringify(scheme)) return name
    }
  }

  /** Of AsyncAPI 3: a reference, or the scheme itself. */
  function written(need: Fields, path: DocumentPath, owner: PartLink): SecurityNeed[] {
    const ref = textOf(need.$ref)
    const target = context.schemas.resolve(need, path, owner)
    const name = ref?.split('/').at(-1) ?? textOf(need.type) ?? 'scheme'
    if (!target) return [{ scheme: name, scopes: [], isMissing: true }]
    return [{ scheme: ref === undefined ? add(name, target.value) : name, scopes: textsOf(target.value.scopes) }]
  }

  return {
    needs(value, path, owner) {
      if (!Array.isArray(value)) return undefined
      return listOf(value).flatMap((need, index) => {
        if (!isFields(need)) return []
        const at = [...path, index]
        const isWritten = !context.isTwo || typeof need.$ref === 'string'
        return [isWritten ? written(need, at, owner) : named(need, at, owner.id)]
      })
    },
    finish: () => [...schemes.values()],
  }
}

function toScheme(name: string, value: Fields): SecurityScheme {
  const flows = Object.entries(fieldsOf(value.flows)).map(([flow, said]) => toFlow(flow, fieldsOf(said)))
  return present({
    name,
    type: textOf(value.type) ?? 'unknown',
    description: textOf(value.description),
    in: textOf(value.in),
    parameter: textOf(value.name),
    scheme: textOf(value.scheme),
    bearerFormat: textOf(value.bearerFormat),
    openIdConnectUrl: textOf(value.openIdConnectUrl),
    flows: flows.length > 0 ? flows : undefined,
  })
}

function toFlow(flow: string, value: Fields): OAuthFlow {
  const scopes = Object.entries(fieldsOf(value.availableScopes ?? value.scopes)).map(([name, text]) => [name, textOf(text) ?? ''] as const)
  const urls = { authorizationUrl: textOf(value.authorizationUrl), tokenUrl: textOf(value.tokenUrl), refreshUrl: textOf(value.refreshUrl) }
  return present({ flow, ...urls, scopes })
}
