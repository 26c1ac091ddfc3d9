import type { Completions } from '@portico/scorecards/common'

/** Fields that expressions often read. */
export const expressionFields: Completions['fields'] = [
  { name: 'entity.metadata.name', description: 'The name' },
  { name: 'entity.metadata.title', description: 'The title' },
  { name: 'entity.metadata.description', description: 'The description' },
  { name: 'entity.metadata.tags', description: 'A list of tags' },
  { name: 'entity.metadata.labels', description: 'Labels by key' },
  { name: 'entity.metadata.links', description: 'A list of { title, url, type }' },
  { name: 'entity.spec.type', description: 'service, website, library and so on' },
  { name: 'entity.spec.lifecycle', description: 'production, experimental, deprecated and so on' },
  { name: 'entity.spec.owner', description: 'The owner as it is written' },
  { name: 'entity.spec.system', description: 'The system as it is written' },
  { name: 'entity.relations', description: 'A list of { type, targetRef }' },
  { name: 'parameter', description: 'The parameters of the check by name' },
]

/** Functions besides those of JSONata. */
export const expressionFunctions: Completions['functions'] = [
  {
    name: '$fact',
    signature: '$fact(name)',
    description: 'The value of a fact. Where it is missing, too old or failing, the result is unknown',
  },
  { name: '$known', signature: '$known(name)', description: 'Whether the value of a fact is known' },
  { name: '$annotation', signature: '$annotation(key)', description: 'The value of an annotation' },
  {
    name: '$related',
    signature: '$related(type)',
    description: 'The entities of a relation: a list of { ref, exists, kind, type, lifecycle, title }',
  },
  { name: '$daysSince', signature: '$daysSince(date)', description: 'How many days ago a date was' },
]
