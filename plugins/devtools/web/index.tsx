import { defineWebPlugin } from '@portico/core/web'
import IconActivityHeartbeat from '@tabler/icons-react/dist/esm/icons/IconActivityHeartbeat.mjs'
import { devtoolsMessages } from './messages.ts'
import { systemCards } from './slots.ts'

export { systemCards, type SystemCard } from './slots.ts'

export const devtoolsWeb = defineWebPlugin({
  id: 'devtools',
  slots: [systemCards],
  pages: [
    {
      path: '/system',
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
