import { buildAnnotations, hasBuilds } from '@portico/builds/common'
import { entityCards, entityColumns, entityTabs } from '@portico/catalog/web'
import { defineExtension, defineWebPlugin, homeAttention } from '@portico/core/web'
import { notificationOrigins } from '@portico/notifications/web'
import { buildSystems, type BuildSystem } from './slots.ts'
import { tabMessages } from './tab-messages.ts'

export { buildSystems, type BuildConnection, type Builds, type BuildSystem } from './slots.ts'

const plugin = 'builds'
const BuildsTab = defineExtension({
  plugin,
  name: 'BuildsTab',
  load: async () => (await import('./parts/BuildsTab.tsx')).BuildsTab,
})
const BuildsCard = defineExtension({
  plugin,
  name: 'BuildsCard',
  load: async () => (await import('./parts/BuildsCard.tsx')).BuildsCard,
})
const LatestBuildCell = defineExtension({
  plugin,
  name: 'LatestBuildCell',
  load: async () => (await import('./parts/LatestBuildCell.tsx')).LatestBuildCell,
})

/** A system that the server of the portal asks: one of ours, or one that a plugin has added to `buildSystemsService`. */
export function onServer(system: string): Pick<BuildSystem, 'system' | 'connect'> {
  return { system, connect: async given => (await import('./systems/server-builds.ts')).connectServerBuilds(system, given) }
}

/** Builds of entities: a tab with list and details, a card, a column of the catalog's list. */
export const buildsWeb = defineWebPlugin({
  id: plugin,
  slots: [buildSystems],
  fills: [
    entityTabs.fill({
      name: 'builds',
      path: '/ci-cd',
      title: tabMessages.tab,
      order: 60,
      isFor: entity => entity.kind.toLowerCase() === 'component' || hasBuilds(entity),
      View: BuildsTab,
    }),
    entityCards.fill({ name: 'builds', place: 'side', order: 33, isFor: hasBuilds, View: BuildsCard }),
    entityColumns.fill({
      name: 'last-build',
      order: 75,
      title: tabMessages.lastBuild,
      value: () => undefined,
      load: async (rows, sources) => (await import('./latest-builds.ts')).loadLatestStatuses(rows, sources),
      fields: ['metadata.annotations'],
      Cell: LatestBuildCell,
      isFor: kind => kind === 'component',
      isInitial: () => false,
      minPx: 110,
      dropOrder: 15,
    }),
    notificationOrigins.fill({ name: 'builds', origin: 'plugin:builds', title: tabMessages.tab, topics: { builds: tabMessages.topic } }),
    homeAttention.fill({
      name: 'failing',
      title: tabMessages.tab,
      find: async given => (await import('./home/attention.ts')).findFailingBuilds(given),
    }),
    buildSystems.fill({
      name: 'circleci',
      order: 10,
      system: 'circleci',
      title: 'CircleCI',
      annotation: buildAnnotations.circleci,
      sample: 'github/my-org/my-repo',
      connect: async given => (await import('./systems/circleci.ts')).connectCircleCi(given),
    }),
    buildSystems.fill({
      name: 'github',
      order: 20,
      ...onServer('github'),
      title: 'GitHub Actions',
      annotation: buildAnnotations.github,
      sample: 'my-org/my-repo',
    }),
    buildSystems.fill({
      name: 'gitlab',
      order: 30,
      ...onServer('gitlab'),
      title: 'GitLab CI',
      annotation: buildAnnotations.gitlab,
      sample: 'my-group/my-project',
    }),
    buildSystems.fill({
      name: 'jenkins',
      order: 40,
      ...onServer('jenkins'),
      title: 'Jenkins',
      annotation: buildAnnotations.jenkins,
      sample: 'my-folder/my-job',
    }),
    buildSystems.fill({
      name: 'azure',
      order: 50,
      ...onServer('azure'),
      title: 'Azure Pipelines',
      annotation: buildAnnotations.azure,
      sample: 'my-project/my-repo',
    }),
  ],
  translations: {
    de: () => import('./languages/german.ts'),
    fr: () => import('./languages/french.ts'),
    es: () => import('./languages/spanish.ts'),
    ja: () => import('./languages/japanese.ts'),
  },
})
