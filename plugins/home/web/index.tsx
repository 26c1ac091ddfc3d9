import { defineWebPlugin } from '@portico/core/web'
import IconHome from '@tabler/icons-react/dist/esm/icons/IconHome.mjs'
import { homeMessages } from './messages.ts'

export const homeWeb = defineWebPlugin({
  id: 'home',
  pages: [
    {
      path: '/',
      title: homeMessages.home,
      load: () => import('./views/HomePage.tsx'),
      nav: { label: homeMessages.home, icon: <IconHome />, order: 0, mobilePriority: 20 },
    },
  ],
})
