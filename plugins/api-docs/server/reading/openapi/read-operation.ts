import type { Callback, OperationPart } from '@portico/api-docs/common'
import { extensionsOf, externalDocsOf, fieldsOf, listOf, present, textOf, textsOf, type Fields } from '../document/json-values.ts'
import { resolvedEntries, within, type OpenapiContext, type Spot } from './openapi-context.ts'
import { operationsOf, type FoundOperation } from './path-items.ts'
import { readBody } from './read-media.ts'
import { findParameters, readParameter } from './read-parameters.ts'
import { readResponses } from './read-responses.ts'
import { readSecurity } from './read-security.ts'
import { readServers } from './read-servers.ts'
import { isTwoBody, readTwoBody } from './read-two-bodies.ts'

const sampleWords = ['x-codeSamples', 'x-code-samples']

/** An operation, a webhook, or what a callback calls. */
export function readOperation(context: OpenapiContext, found: FoundOperation, user = found.link): OperationPart {
  const { kind, link, method, address, operation, path, pathItem, pathItemPath } = found
  const spot: Spot = { path, user }
  const ofPath = { list: pathItem.parameters, spot: { path: [...pathItemPath, 'parameters'], user } }
  const parameters = findParameters(context, ofPath, { list: operation.parameters, spot: within(spot, 'parameters') })
  const isCallback = user !== link
  return present({
    kind,
    id: link.id,
    method,
    path: address,
    operationId: textOf(operation.operationId),
    summary: textOf(operation.summary) ?? textOf(pathItem.summary),
    description: textOf(operation.description) ?? textOf(pathItem.description),
    isDeprecated: operation.deprecated === true ? true : undefined,
    tags: textsOf(operation.tags),
    parameters: parameters.flatMap(parameter => (context.isTwo && isTwoBody(parameter) ? [] : (readParameter(context, parameter) ?? []))),
    body: context.isTwo
      ? readTwoBody(context, operation, parameters)
      : readBody(context, operation.requestBody, within(spot, 'requestBody')),
    responses: readResponses(context, operation, spot),
    // A callback may have callbacks of its own, even itself.
    callbacks: isCallback ? [] : readCallbacks(context, operation.callbacks, within(spot, 'callbacks')),
    security: readSecurity(context, operation.security, spot),
    servers: readServers(operation.servers) ?? readServers(pathItem.servers),
    externalDocs: externalDocsOf(operation.externalDocs),
    samples: readSamples(operation),
    extensions: extensionsOf(operation, sampleWords),
  })
}

function readCallbacks(context: OpenapiContext, callbacks: unknown, spot: Spot): Callback[] {
  return resolvedEntries(context, callbacks, spot).flatMap(({ name, value, spot: inner }) =>
    Object.entries(value).flatMap(([expression, item]) => {
      if (expression.startsWith('x-')) return []
      const place = {
        kind: 'webhook',
        address: expression,
        path: [...inner.path, expression],
        idPrefix: `${spot.user.id} callback ${name} `,
      } as const
      return operationsOf(item, place, context.schemas).map(found => ({
        name,
        expression,
        operation: readOperation(context, found, spot.user),
      }))
    }),
  )
}

function readSamples(operation: Fields): OperationPart['samples'] {
  const samples = sampleWords
    .flatMap(word => listOf(operation[word]))
    .flatMap(sample => {
      const { lang, label, source } = fieldsOf(sample)
      const language = textOf(lang) ?? textOf(label)
      const text = textOf(source)
      return language === undefined || text === undefined ? [] : [present({ language, label: textOf(label), source: text })]
    })
  return samples.length === 0 ? undefined : samples
}
