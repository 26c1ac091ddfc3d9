import { defineExtension, defineWebPlugin, homeWidgets } from '@portico/core/web'
import IconActivityHeartbeat from '@tabler/icons-react/dist/esm/icons/IconActivityHeartbeat.mjs'
import { devtoolsMessages } from './messages.ts'
import { systemCards } from './slots.ts'

export { systemCards, type SystemCard } from './slots.ts'

const RunningWidget = defineExtension({
  plugin: 'devtools',
  name: 'RunningWidget',
  load: async () => (await import('./parts/RunningWidget.tsx')).RunningWidget,
})

export const devtoolsWeb = defineWebPlugin({
  id: 'devtools',
  slots: [systemCards],
  fills: [
    homeWidgets.fill({
      name: 'running',
      title: devtoolsMessages.runs,
      description: devtoolsMessages.runsText,
      icon: 'plugin',
      order: 900,
      byDefault: true,
      layout: { columns: 4, rows: 5, minColumns: 3, minRows: 3 },
      View: RunningWidget,
    }),
  ],
  pages: [
    {
      path: '/system/*',
      title: devtoolsMessages.system,
      load: () => import('./views/SystemPage.tsx'),
      nav: { label: devtoolsMessages.system, icon: <IconActivityHeartbeat />, group: 'admin' },
    },
  ],
  translations: {
    de: () => import('./languages/german.ts'),
    fr: () => import('./languages/french.ts'),
    es: () => import('./languages/spanish.ts'),
    ja: () => import('./languages/japanese.ts'),
  },
})
