import { entityCards, entityColumns, entityFilters, entityTabs } from '@portico/catalog/web'
import { commandPalette, defineExtension, defineWebPlugin, homeAttention, homeWidgets } from '@portico/core/web'
import { approvalSources, notificationOrigins, watchOptions } from '@portico/notifications/web'
import {
  readScorecardsPermission,
  scorecardsOrigin,
  scorecardsPageSection,
  scorecardTopics,
  scoreWatchEvent,
} from '@portico/scorecards/common'
import IconListCheck from '@tabler/icons-react/dist/esm/icons/IconListCheck.mjs'
import { scorecardsMessages } from './messages.ts'

const plugin = 'scorecards'
const ScorecardsTab = defineExtension({
  plugin,
  name: 'ScorecardsTab',
  load: async () => (await import('./entity/ScorecardsTab.tsx')).ScorecardsTab,
})
const ScorecardCard = defineExtension({
  plugin,
  name: 'ScorecardCard',
  load: async () => (await import('./entity/ScorecardCard.tsx')).ScorecardCard,
})
const ScoreCell = defineExtension({ plugin, name: 'ScoreCell', load: async () => (await import('./list/Cells.tsx')).ScoreCell })
const LevelCell = defineExtension({ plugin, name: 'LevelCell', load: async () => (await import('./list/Cells.tsx')).LevelCell })
const TeamScoresWidget = defineExtension({
  plugin,
  name: 'TeamScoresWidget',
  load: async () => (await import('./home/TeamScoresWidget.tsx')).TeamScoresWidget,
})
const NextStepsWidget = defineExtension({
  plugin,
  name: 'NextStepsWidget',
  load: async () => (await import('./home/NextStepsWidget.tsx')).NextStepsWidget,
})

const ExemptionApproval = defineExtension({
  plugin,
  name: 'ExemptionApproval',
  load: async () => (await import('./exemptions/ExemptionApproval.tsx')).ExemptionApproval,
})

/** Lists are not asked about kinds that are hardly checked. */
const isChecked = (kind: string) => !['user', 'group', 'location'].includes(kind.toLowerCase())

/** Scores of what is in the catalog, checks, campaigns and exemptions. */
export const scorecardsWeb = defineWebPlugin({
  id: plugin,
  pages: [
    {
      path: '/scorecards',
      title: scorecardsMessages.scorecards,
      load: () => import('./views/OverviewPage.tsx'),
      nav: { label: scorecardsMessages.scorecards, icon: <IconListCheck />, order: 45, permission: readScorecardsPermission },
    },
    { path: '/scorecards/cards/:name', title: scorecardsMessages.scorecard, load: () => import('./views/ScorecardPage.tsx') },
    { path: '/scorecards/checks', title: scorecardsMessages.checks, load: () => import('./views/ChecksPage.tsx') },
    { path: '/scorecards/checks/:name', title: scorecardsMessages.check, load: () => import('./views/CheckPage.tsx') },
    { path: '/scorecards/teams/:namespace/:kind/:name', title: scorecardsMessages.team, load: () => import('./views/TeamPage.tsx') },
    { path: '/scorecards/campaigns', title: scorecardsMessages.campaigns, load: () => import('./views/CampaignsPage.tsx') },
    { path: '/scorecards/campaigns/:name', title: scorecardsMessages.campaign, load: () => import('./views/CampaignPage.tsx') },
    { path: '/scorecards/exemptions', title: scorecardsMessages.exemptions, load: () => import('./views/ExemptionsPage.tsx') },
    { path: '/scorecards/edit', title: scorecardsMessages.editor, load: () => import('./views/EditorPage.tsx') },
  ],
  configuredFills(config) {
    const { kinds } = config.section(scorecardsPageSection)
    if (kinds.length === 0) return []
    const isFor = ({ kind }: { readonly kind: string }) => kinds.includes('*') || kinds.includes(kind.toLowerCase())
    const shared = { name: 'scorecards', isFor }
    return [
      entityTabs.fill({ ...shared, path: '/scorecards', title: scorecardsMessages.scorecards, order: 45, View: ScorecardsTab }),
      entityCards.fill({ ...shared, place: 'side', order: 15, View: ScorecardCard }),
      entityFilters.fill({
        name: 'score',
        place: 'pickers',
        order: 60,
        isFor: isChecked,
        title: scorecardsMessages.score,
        facet: 'facts.scorecards.score.range',
      }),
      entityFilters.fill({
        name: 'level',
        place: 'pickers',
        order: 61,
        isFor: isChecked,
        title: scorecardsMessages.level,
        facet: 'facts.scorecards.levels',
      }),
    ]
  },
  fills: [
    entityColumns.fill({
      name: 'score',
      order: 70,
      title: scorecardsMessages.score,
      value: () => undefined,
      sort: { field: 'facts.scorecards.score.order', isOnServer: true },
      load: async (rows, sources) => (await import('./list/summaries.ts')).loadScores(rows, sources),
      Cell: ScoreCell,
      isFor: isChecked,
      isInitial: () => false,
      minPx: 150,
      dropOrder: 16,
    }),
    entityColumns.fill({
      name: 'level',
      order: 71,
      title: scorecardsMessages.level,
      value: () => undefined,
      load: async (rows, sources) => (await import('./list/summaries.ts')).loadLevels(rows, sources),
      Cell: LevelCell,
      isFor: isChecked,
      isInitial: () => false,
      minPx: 120,
      dropOrder: 16,
    }),
    homeWidgets.fill({
      name: 'team-scores',
      title: scorecardsMessages.myScores,
      description: scorecardsMessages.myScoresText,
      icon: 'dashboard',
      order: 61,
      layout: { columns: 4, rows: 4, minColumns: 3, minRows: 2 },
      View: TeamScoresWidget,
    }),
    homeWidgets.fill({
      name: 'next-steps',
      title: scorecardsMessages.mySteps,
      description: scorecardsMessages.myStepsText,
      icon: 'dashboard',
      order: 62,
      layout: { columns: 4, rows: 5, minColumns: 3, minRows: 3 },
      View: NextStepsWidget,
    }),
    homeAttention.fill({
      name: 'scorecards',
      title: scorecardsMessages.attention,
      find: async given => (await import('./home/attention.ts')).findScorecardWork(given),
    }),
    approvalSources.fill({
      title: scorecardsMessages.exemptions,
      find: async given => (await import('./home/attention.ts')).findExemptions(given),
      View: ExemptionApproval,
    }),
    watchOptions.fill({
      name: 'score',
      order: 40,
      event: scoreWatchEvent,
      label: scorecardsMessages.watch,
      isFor: ({ kind }) => isChecked(kind),
    }),
    notificationOrigins.fill({
      name: 'scorecards',
      origin: scorecardsOrigin,
      title: scorecardsMessages.scorecards,
      topics: {
        [scorecardTopics.digest]: scorecardsMessages.topicDigest,
        [scorecardTopics.severe]: scorecardsMessages.topicSevere,
        [scorecardTopics.campaigns]: scorecardsMessages.topicCampaigns,
        [scorecardTopics.exemptions]: scorecardsMessages.topicExemptions,
      },
    }),
    commandPalette.fill({
      name: 'scorecards',
      title: scorecardsMessages.scorecards,
      minLength: 2,
      search: async (words, given) => (await import('./palette.tsx')).searchScorecards(words, given),
    }),
  ],
  translations: {
    de: () => import('./languages/german.ts'),
    fr: () => import('./languages/french.ts'),
    es: () => import('./languages/spanish.ts'),
    ja: () => import('./languages/japanese.ts'),
  },
})
