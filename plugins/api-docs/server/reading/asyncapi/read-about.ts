import { aboutId, type AboutPart, type Server } from '@portico/api-docs/common'
import { externalDocsOf, extensionsOf, type Fields, fieldsOf, isFields, present, textOf, textsOf } from '../document/json-values.ts'
import type { DocumentPath } from '../document/open-document.ts'
import { type AsyncapiContext, bindingsOf } from './asyncapi-context.ts'
import type { SecuritySchemes } from './read-security.ts'

const user = { id: aboutId, label: 'About' }

/** What holds for the whole definition. */
export function readAbout(context: AsyncapiContext, security: SecuritySchemes): AboutPart {
  const { root, schemas, isTwo } = context
  const info = fieldsOf(root.info)
  const contact = fieldsOf(info.contact)
  const licence = textOf(fieldsOf(info.license).name)
  const servers = Object.entries(fieldsOf(root.servers)).flatMap(([name, value]) => {
    const target = schemas.resolve(value, ['servers', name], user)
    return [
      target
        ? toServer(context, security, name, target.value, target.path)
        : { url: textOf(fieldsOf(value).$ref) ?? '', name, variables: [] },
    ]
  })
  const facts: [string, string][] = []
  const id = textOf(root.id)
  const contentType = textOf(root.defaultContentType)
  if (id !== undefined) facts.push(['Id', id])
  if (contentType !== undefined) facts.push(['Default content type', contentType])
  if (isTwo)
    facts.push([
      'Publish and subscribe',
      'Seen from a client, as in AsyncAPI 2: the application receives what is published, and sends what is subscribed to',
    ])
  return present({
    kind: 'about' as const,
    id: aboutId,
    description: textOf(info.description),
    termsOfService: textOf(info.termsOfService),
    contact: isFields(info.contact)
      ? present({ name: textOf(contact.name), url: textOf(contact.url), email: textOf(contact.email) })
      : undefined,
    licence: licence === undefined ? undefined : present({ name: licence, url: textOf(fieldsOf(info.license).url) }),
    externalDocs: externalDocsOf(info.externalDocs ?? root.externalDocs),
    servers,
    security: [],
    securitySchemes: security.finish(),
    facts,
    extensions: extensionsOf({ ...root, ...info }),
  })
}

function toServer(context: AsyncapiContext, security: SecuritySchemes, name: string, value: Fields, path: DocumentPath): Server {
  const protocol = textOf(value.protocol)
  const version = textOf(value.protocolVersion)
  const address = `${textOf(value.host) ?? ''}${textOf(value.pathname) ?? ''}`
  return present({
    url: textOf(value.url) ?? (protocol === undefined ? address : `${protocol}://${address}`),
    name,
    protocol: version === undefined ? protocol : `${protocol ?? ''} ${version}`.trim(),
    description: textOf(value.description) ?? textOf(value.summary),
    variables: variablesOf(context, value, path),
    security: security.needs(value.security, [...path, 'security'], user),
    bindings: bindingsOf(context, value.bindings, [...path, 'bindings'], user),
  })
}

function variablesOf({ schemas }: AsyncapiContext, value: Fields, path: DocumentPath): Server['variables'] {
  return Object.entries(fieldsOf(value.variables)).map(([name, written]) => {
    const variable = schemas.resolve(written, [...path, 'variables', name], user)?.value ?? {}
    const values = textsOf(variable.enum)
    const details = { default: textOf(variable.default), description: textOf(variable.description) }
    return present({ name, ...details, enum: values.length > 0 ? values : undefined })
  })
}
