import { pagesOf, type JsonObject, type ParameterSchema, type Template } from '@portico/scaffolder/common'

/** The pages of the form of a template that is being written, as the server would give them, but that they take the focus from who writes. */
export function toParameterSteps(template: JsonObject): ParameterSchema['steps'] {
  const spec = template['spec']
  if (typeof spec !== 'object' || spec === null) return []
  const pages = pagesOf({ spec: spec as Template['spec'] }).filter(page => typeof page === 'object' && page !== null)
  return pages.map(page => ({
    title: typeof page.title === 'string' ? page.title : '',
    ...(typeof page.description === 'string' && { description: page.description }),
    schema: JSON.parse(JSON.stringify(page), (key, value: unknown) => (key === 'ui:autofocus' ? undefined : value)) as typeof page,
  }))
}
