import type { OAuthFlow, SecurityNeed, SecurityScheme } from '@portico/api-docs/common'
import { fieldsOf, isFields, listOf, present, textOf, textsOf, type Fields } from '../document/json-values.ts'
import { resolvedEntries, within, type OpenapiContext, type Spot } from './openapi-context.ts'

/** What is needed: one of the lists, with all that is in it. Undefined where nothing is said. */
export function readSecurity(context: OpenapiContext, security: unknown, spot: Spot): SecurityNeed[][] | undefined {
  if (!Array.isArray(security)) return undefined
  return listOf(security).map((alternative, at) =>
    Object.entries(fieldsOf(alternative)).map(([scheme, scopes]) => {
      const isMissing = !context.schemes.has(scheme)
      if (isMissing) {
        const message = `The security scheme ${scheme} is used, and is not defined`
        context.problems.add('security-missing', message, { path: [...spot.path, 'security', at, scheme], item: spot.user.id })
      }
      return { scheme, scopes: textsOf(scopes), ...(isMissing && { isMissing }) }
    }),
  )
}

/** Where the schemes of a version stand. */
export function schemesPlace(isTwo: boolean): readonly string[] {
  return isTwo ? ['securityDefinitions'] : ['components', 'securitySchemes']
}

export function readSecuritySchemes(context: OpenapiContext, spot: Spot): SecurityScheme[] {
  const place = schemesPlace(context.isTwo)
  const value = place.reduce<unknown>((holder, word) => fieldsOf(holder)[word], context.root)
  return resolvedEntries(context, value, within(spot, ...place)).map(({ name, value: scheme }) => readScheme(name, scheme))
}

function readScheme(name: string, scheme: Fields): SecurityScheme {
  const isBasic = scheme.type === 'basic'
  const flows = readFlows(scheme)
  return present({
    name,
    type: isBasic ? 'http' : (textOf(scheme.type) ?? 'unknown'),
    description: textOf(scheme.description),
    isDeprecated: scheme.deprecated === true ? true : undefined,
    in: textOf(scheme.in),
    parameter: textOf(scheme.name),
    scheme: isBasic ? 'basic' : textOf(scheme.scheme),
    bearerFormat: textOf(scheme.bearerFormat),
    openIdConnectUrl: textOf(scheme.openIdConnectUrl),
    flows: flows.length === 0 ? undefined : flows,
  })
}

/** The names that OpenAPI 3 gave to the flows of 2.0. */
const newFlows: Readonly<Record<string, string>> = { application: 'clientCredentials', accessCode: 'authorizationCode' }

function readFlows(scheme: Fields): OAuthFlow[] {
  if (scheme.type !== 'oauth2') return []
  const flow = textOf(scheme.flow)
  // OpenAPI 2.0 has one flow, which some documents of 3.0 have kept, or in an object.
  if (flow !== undefined) return [readFlow(newFlows[flow] ?? flow, scheme)]
  const flows = fieldsOf(isFields(scheme.flows) ? scheme.flows : scheme.flow)
  return Object.entries(flows).flatMap(([name, value]) => (isFields(value) && !name.startsWith('x-') ? [readFlow(name, value)] : []))
}

function readFlow(flow: string, value: Fields): OAuthFlow {
  return present({
    flow,
    authorizationUrl: textOf(value.authorizationUrl),
    tokenUrl: textOf(value.tokenUrl),
    refreshUrl: textOf(value.refreshUrl),
    deviceAuthorizationUrl: textOf(value.deviceAuthorizationUrl),
    scopes: Object.entries(fieldsOf(value.scopes)).flatMap(([name, text]) =>
      name.startsWith('x-') ? [] : [[name, textOf(text) ?? ''] as const],
    ),
  })
}
