import { defineExtension, defineWebPlugin, entityTabs } from '@portico/plugin/web'
import { hasRecords } from '../common/index.ts'
import { recordMessages } from './messages.ts'

const RecordsTab = defineExtension({
  plugin: 'decision-records',
  name: 'RecordsTab',
  load: async () => (await import('./RecordsTab.tsx')).RecordsTab,
})

export default defineWebPlugin({
  id: 'decision-records',
  fills: [
    entityTabs.fill({ name: 'records', path: '/decision-records', title: recordMessages.tab, order: 55, isFor: hasRecords, View: RecordsTab }),
  ],
})
