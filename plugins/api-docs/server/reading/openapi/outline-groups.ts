import type { OperationPart, OutlineGroup } from '@portico/api-docs/common'
import { fieldsOf, listOf, present, textOf, textsOf, type Fields } from '../document/json-values.ts'

export const webhookGroup = 'webhooks'
export const schemaGroup = 'schemas'

interface Tag {
  readonly name: string
  readonly title: string
  readonly description?: string
  readonly parent?: string
}

/** The headings of the outline: tags in the order of the definition, those that are only used, then webhooks and schemas. */
export function groupsOf(root: Fields, operations: readonly OperationPart[], hasSchemas: boolean): OutlineGroup[] {
  const used = new Set(operations.filter(({ kind }) => kind === 'operation').flatMap(({ tags }) => tags))
  const declared = declaredTags(root)
  const names = new Set(declared.map(({ name }) => name))
  const undeclared = [...used].filter(name => !names.has(name)).map(name => ({ name, title: name }))
  const byName = new Map(declared.map(tag => [tag.name, tag]))
  const groups = [...inTagGroups(root, declared), ...undeclared]
    .filter(({ name }) => used.has(name))
    .map(tag => present({ id: `tag ${tag.name}`, title: titleOf(tag, byName), description: (tag as Tag).description }))
  const hasWebhooks = operations.some(({ kind }) => kind === 'webhook')
  return [
    ...groups,
    ...(hasWebhooks ? [{ id: webhookGroup, title: 'Webhooks' }] : []),
    ...(hasSchemas ? [{ id: schemaGroup, title: 'Schemas' }] : []),
  ]
}

function declaredTags(root: Fields): Tag[] {
  const found = new Map<string, Tag>()
  for (const value of listOf(root.tags)) {
    const tag = fieldsOf(value)
    const name = textOf(tag.name)
    if (name === undefined || found.has(name)) continue
    const title = textOf(tag['x-displayName']) ?? textOf(tag.summary) ?? name
    found.set(name, present({ name, title, description: textOf(tag.description), parent: textOf(tag.parent) }))
  }
  return [...found.values()]
}

/** Tags may have a parent (OpenAPI 3.2), which stands before their name. A parent that is its own ends the line. */
function titleOf(tag: Tag, byName: ReadonlyMap<string, Tag>): string {
  const titles = [tag.title]
  const seen = new Set([tag.name])
  for (let parent = tag.parent; parent !== undefined && !seen.has(parent); parent = byName.get(parent)?.parent) {
    seen.add(parent)
    titles.unshift(byName.get(parent)?.title ?? parent)
  }
  return titles.join(' / ')
}

/** `x-tagGroups` has the order that its authors want. */
function inTagGroups(root: Fields, tags: readonly Tag[]): Tag[] {
  const order = listOf(root['x-tagGroups']).flatMap(group => textsOf(fieldsOf(group).tags))
  const first = order.flatMap(name => tags.find(tag => tag.name === name) ?? [])
  return [...new Set([...first, ...tags])]
}
