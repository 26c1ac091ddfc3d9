import { aboutId, type AboutPart } from '@portico/api-docs/common'
import { extensionsOf, externalDocsOf, fieldsOf, present, textOf, textsOf, type Fields } from '../document/json-values.ts'
import type { OpenapiContext, Spot } from './openapi-context.ts'
import { readSecurity, readSecuritySchemes } from './read-security.ts'
import { readServers, readTwoServers } from './read-servers.ts'

/** What holds for the whole definition. */
export function readAbout(context: OpenapiContext): AboutPart {
  const { root, isTwo } = context
  const info = fieldsOf(root.info)
  const spot: Spot = { path: [], user: { id: aboutId, label: textOf(info.title) ?? 'About' } }
  const contact = fieldsOf(info.contact)
  const licence = fieldsOf(info.license)
  const licenceName = textOf(licence.name) ?? textOf(licence.identifier)
  const extensions = { ...extensionsOf(root, ['x-webhooks', 'x-tagGroups', 'x-ms-paths']), ...extensionsOf(info) }
  return present({
    kind: 'about' as const,
    id: aboutId,
    summary: textOf(info.summary),
    description: textOf(info.description),
    termsOfService: textOf(info.termsOfService),
    contact:
      Object.keys(contact).length === 0
        ? undefined
        : present({ name: textOf(contact.name), url: textOf(contact.url), email: textOf(contact.email) }),
    licence: licenceName === undefined ? undefined : present({ name: licenceName, url: textOf(licence.url) }),
    externalDocs: externalDocsOf(root.externalDocs),
    servers: isTwo ? readTwoServers(root) : (readServers(root.servers) ?? []),
    security: readSecurity(context, root.security, spot) ?? [],
    securitySchemes: readSecuritySchemes(context, spot),
    facts: factsOf(root),
    extensions: Object.keys(extensions).length === 0 ? undefined : extensions,
  })
}

function factsOf(root: Fields): [string, string][] {
  const facts: [string, string | undefined][] = [
    ['Consumes', textsOf(root.consumes).join(', ')],
    ['Produces', textsOf(root.produces).join(', ')],
    ['JSON Schema dialect', textOf(root.jsonSchemaDialect)],
  ]
  return facts.flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : []))
}
