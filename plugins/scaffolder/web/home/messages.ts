import { defineMessages } from '@portico/core/web'

/** What the scaffolder's part of the home page says. */
export const scaffolderHomeMessages = defineMessages('scaffolder-home', {
  templates: 'Templates you use',
  templatesText: 'The templates that you have run, the last one first.',
  noTemplates: 'You have not run a template yet',
  noTemplatesText: 'Templates make new things. Those that you run are listed here.',
  chooseTemplate: 'Choose a template',
  templatesFailed: 'Your runs could not be read',
  runStep: 'Run a template',
  runStepText: 'A form makes a new service and its repository.',
  runs: '{count} runs',
  attention: 'Approvals',
  runsThatWait: 'Runs of templates',
  waits: 'Waits for your approval',
  upgrades: 'Upgrades of templates',
  behind: 'Its template has changed {count} times since',
  waitsFor: 'Waits for your approval: {reason}',
})
