import { isRecord } from '@portico/core/common'
import type { ParameterSchema } from '@portico/scaffolder/common'
import { mapFields, type Fields } from './json-fields.ts'
import { repairSchema } from './repair-schema.ts'
import { splitUiSchema } from './split-ui-schema.ts'
import { knownWidgets } from './theme/widget-names.ts'

/** One page of a form, ready to be shown. */
export interface FormPage {
  readonly title: string
  readonly description: string | undefined
  readonly schema: Fields
  readonly uiSchema: Fields
  /** The page as the server checks it. */
  readonly written: Fields
  /** What is wrong with the page itself, each with its path. The rest of it can be used. */
  readonly problems: readonly string[]
}

export interface PageOptions {
  readonly isFlagActive: (name: string) => boolean
  /** The layouts that exist. */
  readonly layouts: ReadonlySet<string>
}

/** The pages of a template's form. Pages and fields behind a feature flag are there while it is on. */
export function readPages(steps: ParameterSchema['steps'], options: PageOptions): FormPage[] {
  return steps.filter(({ schema }) => isOn(schema, options)).map(step => readPage(step, options))
}

function isOn(part: unknown, { isFlagActive }: PageOptions): boolean {
  const backstage = isRecord(part) ? part['ui:backstage'] : undefined
  const flag = isRecord(backstage) ? backstage['featureFlag'] : undefined
  return typeof flag !== 'string' || isFlagActive(flag)
}

function readPage({ title, description, schema: written }: ParameterSchema['steps'][number], options: PageOptions): FormPage {
  // The page has its title and its description above its fields already.
  const { title: _title, description: _description, ...rest } = withoutFlagged(written, options)
  const split = splitUiSchema(rest)
  const { schema, problems } = repairSchema(split.schema)
  const unknown: string[] = []
  const uiSchema = knownUiSchema(split.uiSchema, options, '#', unknown)
  return {
    title,
    description,
    schema: { properties: {}, ...schema, type: 'object' },
    uiSchema,
    written: withoutFlagged(written, options),
    problems: [...problems, ...unknown],
  }
}

function withoutFlagged(page: Fields, options: PageOptions): Fields {
  const { properties, required } = page
  if (!isRecord(properties)) return page
  const shown = Object.entries(properties).filter(([, field]) => isOn(field, options))
  if (shown.length === Object.keys(properties).length) return page
  const names = new Set(shown.map(([name]) => name))
  return {
    ...page,
    properties: Object.fromEntries(shown),
    ...(Array.isArray(required) && { required: required.filter(name => names.has(String(name))) }),
  }
}

/** Widgets and layouts that nobody provides would end the form; without them it shows what fits the type. */
function knownUiSchema(uiSchema: Fields, options: PageOptions, path: string, problems: string[]): Fields {
  const kept = Object.entries(uiSchema).filter(([key, value]) => {
    if (key === 'ui:widget') return keep(typeof value === 'string' && knownWidgets.has(value), `${path}: there is no widget ${show(value)}`)
    if (key === 'ui:ObjectFieldTemplate')
      return keep(typeof value === 'string' && options.layouts.has(value), `${path}: there is no layout ${show(value)}`)
    if (key === 'ui:field') return keep(typeof value === 'string', `${path}: 'ui:field' is a text, not ${show(value)}`)
    if (key === 'ui:order') return keep(Array.isArray(value), `${path}: 'ui:order' is a list of names`)
    if (key === 'ui:options' || key === 'ui:backstage') return keep(isRecord(value), `${path}: '${key}' is an object`)
    return true
  })
  return mapFields(Object.fromEntries(kept), (value, key) => {
    if (key === 'ui:order') return [...new Set([...(value as unknown[]).map(String), '*'])]
    return key.startsWith('ui:') || !isRecord(value) ? value : knownUiSchema(value, options, `${path}/${key}`, problems)
  })

  function keep(isGood: boolean, problem: string): boolean {
    if (!isGood) problems.push(problem)
    return isGood
  }
}

function show(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value)
}
