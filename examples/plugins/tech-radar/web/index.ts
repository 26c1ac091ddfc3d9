import { defineWebPlugin } from '@portico/plugin/web'
import { radarMessages } from './messages.ts'

const { title } = radarMessages

export default defineWebPlugin({
  id: 'tech-radar',
  pages: [{ path: '/tech-radar', title, load: () => import('./RadarPage.tsx'), nav: { label: title, icon: 'plugin', order: 60 } }],
})
