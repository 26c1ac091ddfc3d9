import { defineMessages } from '@portico/core/web'

export const graphqlMessages = defineMessages('api-docs.graphql', {
  arguments: 'Arguments',
  returns: 'Returns',
  fields: 'Fields',
  fieldsOf: 'Fields of {name}',
  values: 'Values',
  implements: 'Implements',
  possibleTypes: 'Possible types',
  locations: 'Where it may stand',
  example: 'Example',
  default: 'default {value}',
  specifiedBy: 'How it is written',
  extension: 'It extends a type of another part of the graph.',
})
