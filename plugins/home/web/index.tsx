import { analyticsSinks, defineExtension, defineWebPlugin, homeActions, homeAttention, homeSteps, homeWidgets } from '@portico/core/web'
import IconHome from '@tabler/icons-react/dist/esm/icons/IconHome.mjs'
import { homeMessages } from './messages.ts'
import { createStartSink } from './start/start-sink.ts'
import { createVisitSink } from './visits/visit-sink.ts'

export { WidgetList, WidgetRow, type WidgetRowProps } from './parts/WidgetList.tsx'
export { readVisits, useVisits } from './visits/use-visits.ts'
export { VisitList, type VisitListProps } from './visits/VisitList.tsx'
export type { Visit, VisitFilter, VisitQuery } from './visits/visit.ts'
export { defineWidgetSettings, useWidgetSettings } from './widget-settings.tsx'

const plugin = 'home'

/** The first page, arranged by each user from widgets of all plugins, and the record of what they visit. */
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
  slots: [homeWidgets, homeAttention, homeActions, homeSteps],
  fills: [
    analyticsSinks.fill({ name: 'visits', create: createVisitSink }),
    analyticsSinks.fill({ name: 'start', create: createStartSink }),
    homeWidgets.fill({
      name: 'attention',
      title: homeMessages.attention,
      description: homeMessages.attentionText,
      icon: 'bug',
      order: 20,
      byDefault: true,
      layout: { columns: 8, rows: 5, minColumns: 4, minRows: 3 },
      View: defineExtension({
        plugin,
        name: 'Attention',
        load: async () => (await import('./attention/AttentionWidget.tsx')).AttentionWidget,
      }),
    }),
    homeWidgets.fill({
      name: 'recently-visited',
      title: homeMessages.recentlyVisited,
      description: homeMessages.recentlyVisitedText,
      icon: 'web',
      order: 40,
      byDefault: true,
      layout: { columns: 4, rows: 5, minColumns: 2, minRows: 3 },
      settings: async () => (await import('./visits/visit-settings.ts')).visitSettings,
      View: defineExtension({
        plugin,
        name: 'RecentlyVisited',
        load: async () => (await import('./visits/VisitWidgets.tsx')).RecentlyVisited,
      }),
    }),
    homeWidgets.fill({
      name: 'top-visited',
      title: homeMessages.topVisited,
      description: homeMessages.topVisitedText,
      icon: 'web',
      order: 50,
      byDefault: true,
      layout: { columns: 4, rows: 5, minColumns: 2, minRows: 3 },
      settings: async () => (await import('./visits/visit-settings.ts')).visitSettings,
      View: defineExtension({ plugin, name: 'TopVisited', load: async () => (await import('./visits/VisitWidgets.tsx')).TopVisited }),
    }),
    homeWidgets.fill({
      name: 'toolkit',
      title: homeMessages.toolkit,
      description: homeMessages.toolkitText,
      icon: 'dashboard',
      order: 90,
      byDefault: true,
      layout: { columns: 4, rows: 5, minColumns: 2, minRows: 3 },
      settings: async () => (await import('./widgets/own-settings.ts')).toolkitSettings,
      View: defineExtension({ plugin, name: 'Toolkit', load: async () => (await import('./widgets/ToolkitWidget.tsx')).ToolkitWidget }),
    }),
    homeWidgets.fill({
      name: 'quick-start',
      title: homeMessages.quickStart,
      description: homeMessages.quickStartText,
      icon: 'help',
      order: 80,
      byDefault: true,
      layout: { columns: 4, rows: 5, minColumns: 3, minRows: 3 },
      View: defineExtension({
        plugin,
        name: 'QuickStart',
        load: async () => (await import('./widgets/QuickStartWidget.tsx')).QuickStartWidget,
      }),
    }),
    homeWidgets.fill({
      name: 'joke',
      title: homeMessages.joke,
      description: homeMessages.jokeText,
      icon: 'chat',
      layout: { columns: 4, rows: 4, minColumns: 3, minRows: 4 },
      settings: async () => (await import('./jokes/joke-settings.ts')).jokeSettings,
      View: defineExtension({ plugin, name: 'Joke', load: async () => (await import('./jokes/JokeWidget.tsx')).JokeWidget }),
    }),
    homeWidgets.fill({
      name: 'clock',
      title: homeMessages.clock,
      description: homeMessages.clockText,
      icon: 'web',
      layout: { columns: 4, rows: 3, minColumns: 2, minRows: 2 },
      settings: async () => (await import('./widgets/own-settings.ts')).clockSettings,
      View: defineExtension({ plugin, name: 'Clock', load: async () => (await import('./widgets/ClockWidget.tsx')).ClockWidget }),
    }),
    homeWidgets.fill({
      name: 'logo',
      title: homeMessages.logo,
      description: homeMessages.logoText,
      icon: 'star',
      frame: 'none',
      layout: { columns: 4, rows: 2, minColumns: 2, minRows: 1 },
      View: defineExtension({ plugin, name: 'Logo', load: async () => (await import('./widgets/LogoWidget.tsx')).LogoWidget }),
    }),
    homeWidgets.fill({
      name: 'markdown',
      title: homeMessages.markdown,
      description: homeMessages.markdownText,
      icon: 'docs',
      settings: async () => (await import('./widgets/own-settings.ts')).markdownSettings,
      View: defineExtension({ plugin, name: 'Text', load: async () => (await import('./widgets/MarkdownWidget.tsx')).MarkdownWidget }),
    }),
    homeWidgets.fill({
      name: 'links',
      title: homeMessages.links,
      description: homeMessages.linksText,
      icon: 'web',
      settings: async () => (await import('./widgets/own-settings.ts')).linksSettings,
      View: defineExtension({ plugin, name: 'Links', load: async () => (await import('./widgets/LinksWidget.tsx')).LinksWidget }),
    }),
  ],
  translations: {
    de: () => import('./languages/german.ts'),
    fr: () => import('./languages/french.ts'),
    es: () => import('./languages/spanish.ts'),
    ja: () => import('./languages/japanese.ts'),
  },
})
