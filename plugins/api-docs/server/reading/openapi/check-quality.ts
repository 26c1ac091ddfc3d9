import {
  aboutId,
  type AboutPart,
  type HttpBody,
  type Media,
  type OperationPart,
  type SchemaNode,
  type SchemaPart,
} from '@portico/api-docs/common'
import type { OpenapiContext } from './openapi-context.ts'
import type { FoundOperation } from './path-items.ts'

interface ReadOpenapi {
  readonly about: AboutPart
  readonly operations: readonly { readonly found: FoundOperation; readonly part: OperationPart }[]
  readonly schemas: readonly SchemaPart[]
  /** The ids of schemas that have a name of their own. */
  readonly named: readonly string[]
}

/** Says what readers of a definition miss, and what contradicts itself. */
export function checkQuality(context: OpenapiContext, read: ReadOpenapi): void {
  const { problems } = context
  if (read.about.description === undefined)
    problems.add('no-description', 'The definition has no description', { path: ['info'], item: aboutId })
  if (read.about.servers.length === 0 && read.operations.some(({ part }) => part.kind === 'operation' && !part.servers)) {
    problems.add('no-servers', 'The definition names no server', { item: aboutId })
  }
  const firstById = new Map<string, string>()
  for (const { found, part } of read.operations) {
    const where = { path: found.path, item: part.id }
    const label = found.link.label
    checkOperation(context, part, label, where)
    const { operationId } = part
    if (operationId === undefined) continue
    const first = firstById.get(operationId)
    if (first === undefined) firstById.set(operationId, label)
    else
      problems.add('duplicate-operation-id', `${label} has the operation id ${operationId} of ${first}`, {
        ...where,
        path: [...found.path, 'operationId'],
      })
  }
  checkSchemas(context, read)
}

type Where = { readonly path: FoundOperation['path']; readonly item: string }

function checkOperation(context: OpenapiContext, part: OperationPart, label: string, where: Where): void {
  const { problems } = context
  if (part.description === undefined && part.summary === undefined) problems.add('no-description', `${label} has no description`, where)
  if (part.operationId === undefined && part.kind === 'operation') problems.add('no-operation-id', `${label} has no operation id`, where)
  if (part.responses.length === 0) problems.add('no-responses', `${label} describes no answer`, where)
  if (part.isDeprecated && !saysWhy(part)) {
    problems.add('deprecated-without-reason', `${label} is deprecated, and its description does not say what to use`, where)
  }
  if (part.kind === 'operation') checkPathParameters(context, part, label, where)
  checkExamples(context, part, label, where)
}

function saysWhy({ description = '', summary = '' }: OperationPart): boolean {
  return /deprecat|instead|replac|remov|sunset|use\s/i.test(`${summary} ${description}`)
}

function checkPathParameters({ problems }: OpenapiContext, part: OperationPart, label: string, where: Where): void {
  const template = new Set([...part.path.matchAll(/\{[+./;?&#]?([^{}=*:]+)[^{}]*\}/g)].map(match => match[1] as string))
  const declared = new Set(part.parameters.filter(parameter => parameter.in === 'path').map(({ name }) => name))
  for (const name of template) {
    if (!declared.has(name)) problems.add('path-parameter-missing', `${label} has {${name}} in its path and no such parameter`, where)
  }
  for (const name of declared) {
    if (!template.has(name))
      problems.add('path-parameter-unused', `${label} has the path parameter ${name}, which is not in its path`, where)
  }
}

function checkExamples({ problems, schemas }: OpenapiContext, part: OperationPart, label: string, where: Where): void {
  const lacks = (media: readonly Media[]) => media.some(({ schema }) => schema) && !media.some(one => hasExample(one, schemas.nodeOf))
  if (part.body && lacks(bodyMedia(part.body))) problems.add('no-example', `The request of ${label} has no example`, where)
  const answer = part.responses.find(({ status, media }) => status.startsWith('2') && media.length > 0)
  if (answer && lacks(answer.media)) problems.add('no-example', `The answer ${answer.status} of ${label} has no example`, where)
}

function bodyMedia({ media }: HttpBody): readonly Media[] {
  return media
}

type NodeOf = (id: string) => SchemaNode | undefined

function hasExample({ schema, itemSchema, examples }: Media, nodeOf: NodeOf): boolean {
  if (examples.some(({ isMade }) => !isMade)) return true
  const isMadeOfGiven = (node: SchemaNode | undefined, depth: number): boolean => {
    if (!node || depth > 3) return false
    if (node.examples || node.enum || node.const !== undefined) return true
    if (node.ref !== undefined) return isMadeOfGiven(nodeOf(node.ref), depth + 1)
    const inner = [
      node.items,
      ...(node.allOf ?? []),
      ...(node.oneOf ?? []),
      ...(node.anyOf ?? []),
      ...(node.properties ?? []).slice(0, 20).map(property => property.schema),
    ]
    return inner.some(item => isMadeOfGiven(item, depth + 1))
  }
  return isMadeOfGiven(schema ?? itemSchema, 0)
}

function checkSchemas({ problems, schemas, isTwo }: OpenapiContext, { operations, schemas: parts, named }: ReadOpenapi): void {
  const names = new Set(named)
  for (const part of parts) {
    if (!names.has(part.id)) continue
    const where = { path: [...(isTwo ? ['definitions'] : ['components', 'schemas']), part.name], item: part.id }
    if (part.schema.description === undefined && part.schema.title === undefined && part.schema.ref === undefined) {
      problems.add('no-description', `The schema ${part.name} has no description`, where)
    }
    const isUsed = part.usedByTotal > 1 || part.usedBy.some(({ id }) => id !== part.id) || extendsDiscriminated(part.schema, schemas.nodeOf)
    if (!isUsed && operations.length > 0) problems.add('schema-unused', `Nothing refers to the schema ${part.name}`, where)
  }
}

/** A schema that extends one with a discriminator is used wherever that one is. */
function extendsDiscriminated({ allOf = [] }: SchemaNode, nodeOf: NodeOf): boolean {
  return allOf.some(({ ref }) => {
    const parent = ref === undefined ? undefined : nodeOf(ref)
    return (
      parent !== undefined &&
      (parent.discriminator !== undefined ||
        (parent.allOf !== undefined &&
          parent.allOf.some(({ ref: above }) => above !== undefined && nodeOf(above)?.discriminator !== undefined)))
    )
  })
}
