import { defineMessages } from '@portico/plugin/web'

export const recordMessages = defineMessages('decision-records', {
  tab: 'Decisions',
  records: 'Decision records',
  record: 'Record',
  status: 'Status',
  date: 'Date',
  failed: 'The decision records could not be read',
  none: 'There are no decision records yet',
  noneHelp: 'A record is a Markdown file in the folder that the annotation backstage.io/adr-location names.',
  back: 'All decision records',
})
