import { defineMessages } from '@portico/core/web'

/** The texts that are there with the first page. */
export const registrationMessages = defineMessages('connectors', {
  tools: 'Tools',
  connectors: 'Connectors',
  myTools: 'Tools of my teams',
  myToolsText: 'What tools say about what your teams own, the worst first',
})
