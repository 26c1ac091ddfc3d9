import type { WebPlugin } from '../../plugin.ts'

/**
 * The page `/dev/ui` with every widget of the kit. Only in development: a plain value that nothing else uses is removed from a production build.
 */
export const kitPlugin: WebPlugin = {
  id: 'kit',
  pages: [{ path: '/dev/ui/*', title: 'UI kit', load: () => import('./views/KitPage.tsx') }],
}
