import type { ListedAction } from '@portico/scaffolder/common'
import type { EditorCompletion } from '@portico/ui'
import { toSchemaRows, variantsOf } from '../reference/schema-rows.ts'

export interface CompletionSources {
  readonly actions: readonly ListedAction[]
  /** The names of the fields of forms. */
  readonly fields: readonly string[]
}

const keys: Readonly<Record<string, readonly string[]>> = {
  '': ['apiVersion', 'kind', 'metadata', 'spec'],
  metadata: ['name', 'title', 'description', 'namespace', 'tags', 'labels', 'annotations', 'links'],
  spec: ['type', 'owner', 'lifecycle', 'parameters', 'steps', 'output', 'presentation', 'secrets', 'formDecorators', 'approval'],
  'spec.parameters': ['title', 'description', 'required', 'properties', 'dependencies', 'ui:order', 'backstage:permissions'],
  'spec.steps': ['id', 'name', 'action', 'input', 'if', 'each', 'approval', 'backstage:permissions'],
  'spec.output': ['links', 'text'],
  'spec.output.links': ['title', 'url', 'entityRef', 'icon', 'if'],
  'spec.output.text': ['title', 'content', 'icon', 'if'],
}
const fieldKeys = [
  ...[
    'title',
    'type',
    'description',
    'default',
    'enum',
    'enumNames',
    'pattern',
    'minLength',
    'maxLength',
    'minimum',
    'maximum',
    'items',
    'format',
  ],
  ...['ui:field', 'ui:widget', 'ui:options', 'ui:help', 'ui:autofocus', 'ui:placeholder', 'ui:disabled', 'ui:backstage'],
]
const values: Readonly<Record<string, readonly string[]>> = {
  apiVersion: ['scaffolder.backstage.io/v1beta3'],
  kind: ['Template'],
  'ui:widget': ['textarea', 'radio', 'select', 'checkboxes', 'password', 'hidden', 'range'],
}
const jsonTypes = ['string', 'number', 'integer', 'boolean', 'array', 'object']

/** What can stand at the cursor in the text of a template. */
export function completeTemplate(text: string, offset: number, { actions, fields }: CompletionSources): readonly EditorCompletion[] {
  const before = text.slice(0, offset).split('\n')
  const line = before.at(-1) ?? ''
  const path = pathOf(before)
  const [, key] = /^\s*(?:- )*([\w:.-]+):\s+\S*$/.exec(line) ?? []
  if (key !== undefined) return valuesOf(key, path, { actions, fields }).map(label => ({ label }))
  if (!/^\s*(?:- )*[\w:.-]*$/.test(line)) return []
  return keysOf(path, before, actions)
}

function valuesOf(key: string, path: readonly string[], { actions, fields }: CompletionSources): readonly string[] {
  if (key === 'action' && path.join('.') === 'spec.steps') return actions.map(({ id }) => id)
  if (key === 'ui:field') return fields
  if (key === 'type' && path.includes('properties')) return jsonTypes
  return values[key] ?? []
}

function keysOf(path: readonly string[], before: readonly string[], actions: readonly ListedAction[]): readonly EditorCompletion[] {
  const at = path.join('.')
  const toKey = (label: string): EditorCompletion => ({ label, insert: `${label}: ` })
  if (at === 'spec.steps.input') {
    const action = actions.find(({ id }) => id === actionAbove(before))
    const rows = variantsOf(action?.schema?.input)
      .flatMap(toSchemaRows)
      .filter(({ depth }) => depth === 0)
    return [...new Map(rows.map(row => [row.path, row])).values()].map(({ path: name, type, description }) => ({
      ...toKey(name),
      detail: type,
      ...(description !== undefined && { info: description }),
    }))
  }
  if (path.at(-2) === 'properties' && path[1] === 'parameters') return fieldKeys.map(toKey)
  return (keys[at] ?? []).map(toKey)
}

/** The action of the step that the cursor is in. */
function actionAbove(before: readonly string[]): string | undefined {
  const own = indentOf(before.at(-1) ?? '')
  for (const line of before.toReversed()) {
    const [, action] = /^\s*(?:- )?action:\s*(\S+)/.exec(line) ?? []
    if (action !== undefined && indentOf(line) < own) return action.replace(/^['"]|['"]$/g, '')
  }
  return undefined
}

/** The keys above the last line, by indentation; items of lists have no key of their own. */
function pathOf(lines: readonly string[]): readonly string[] {
  const path: string[] = []
  let indent = indentOf(lines.at(-1) ?? '')
  for (const line of lines.slice(0, -1).toReversed()) {
    const [, key] = /^\s*(?:- )*([\w:.-]+):/.exec(line) ?? []
    if (key === undefined || indentOf(line) >= indent) continue
    path.unshift(key)
    indent = indentOf(line)
  }
  return path
}

/** Where the content of a line begins: behind the dashes of its lists. */
function indentOf(line: string): number {
  return /^\s*(?:- )*/.exec(line)?.[0].length ?? 0
}
