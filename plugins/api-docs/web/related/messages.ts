import { defineMessages } from '@portico/core/web'

export const relatedMessages = defineMessages('api-docs.related', {
  provided: 'Provided APIs',
  consumed: 'Consumed APIs',
  noneProvided: 'It provides no API. Name those that it does under {field} in its catalog file.',
  noneConsumed: 'It consumes no API. Name those that it does under {field} in its catalog file.',
  noneInSystem: 'No API belongs to this system, and no component of it provides one. APIs name their system under {field}.',
  noneConsumedInSystem: 'No component of this system consumes an API of another. Components name them under {field}.',
  name: 'Name',
  type: 'Type',
  version: 'Version',
  owner: 'Owner',
  lifecycle: 'Lifecycle',
  description: 'Description',
  through: 'Through',
  definition: 'Definition',
  openDefinition: 'Definition of {name}',
  notInCatalog: 'Not in the catalog',
  failed: 'The APIs could not be loaded',
  partial: 'Only the first {count} components of the system were looked at.',
})
