import type { HttpResponse, ResponseLink } from '@portico/api-docs/common'
import { fieldsOf, isFields, present, textOf, type Fields } from '../document/json-values.ts'
import { pointerSteps } from '../schema/references.ts'
import { resolvedEntries, within, type OpenapiContext, type Spot } from './openapi-context.ts'
import { readContent } from './read-media.ts'
import { readHeaders } from './read-parameters.ts'
import { readTwoMedia } from './read-two-bodies.ts'

/** The answers of an operation, by status. */
export function readResponses(context: OpenapiContext, operation: Fields, spot: Spot): HttpResponse[] {
  const entries = Object.entries(fieldsOf(operation.responses)).filter(([status]) => !status.startsWith('x-'))
  return resolvedEntries(context, Object.fromEntries(entries), within(spot, 'responses')).map(({ name, value, spot: inner }) =>
    present({
      status: name,
      summary: textOf(value.summary),
      description: textOf(value.description),
      headers: readHeaders(context, value.headers, within(inner, 'headers')),
      media: context.isTwo
        ? readTwoMedia(context, operation, value, inner)
        : readContent(context, value.content, within(inner, 'content'), 'response'),
      links: readLinks(context, value.links, within(inner, 'links')),
    }),
  )
}

function readLinks(context: OpenapiContext, links: unknown, spot: Spot): ResponseLink[] {
  return resolvedEntries(context, links, spot).map(({ name, value, spot: inner }) => {
    const target = textOf(value.operationId) ?? textOf(value.operationRef)
    const item = targetOf(context, value)
    if (target !== undefined && item === undefined) {
      const message = `The link ${name} leads to ${target}, which is not in this definition`
      context.problems.add('link-missing', message, { path: inner.path, item: spot.user.id })
    }
    return present({
      name,
      description: textOf(value.description),
      item,
      target,
      parameters: isFields(value.parameters) ? value.parameters : undefined,
      body: value.requestBody,
    })
  })
}

function targetOf({ itemOfOperationId, itemOfPath }: OpenapiContext, link: Fields): string | undefined {
  const id = textOf(link.operationId)
  if (id !== undefined) return itemOfOperationId.get(id)
  const { operationRef } = fieldsOf(link)
  if (typeof operationRef !== 'string' || !operationRef.startsWith('#/')) return undefined
  return itemOfPath.get(pointerSteps(operationRef.slice(1)).join('\n'))
}
