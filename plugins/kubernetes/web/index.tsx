import { entityCards, entityColumns, entityTabs } from '@portico/catalog/web'
import { defineExtension, defineWebPlugin } from '@portico/core/web'
import { hasKubernetes, kubernetesAnnotations } from '@portico/kubernetes/common'
import { registrationMessages } from './registration-messages.ts'

const KubernetesTab = defineExtension({
  plugin: 'kubernetes',
  name: 'KubernetesTab',
  load: async () => (await import('./parts/KubernetesTab.tsx')).KubernetesTab,
})
const KubernetesCard = defineExtension({
  plugin: 'kubernetes',
  name: 'KubernetesCard',
  load: async () => (await import('./parts/KubernetesCard.tsx')).KubernetesCard,
})
const HealthCell = defineExtension({
  plugin: 'kubernetes',
  name: 'HealthCell',
  load: async () => (await import('./parts/HealthCell.tsx')).HealthCell,
})

/** How entities run in Kubernetes: a tab and a card on their pages, and a column of the list. */
export const kubernetesWeb = defineWebPlugin({
  id: 'kubernetes',
  fills: [
    entityTabs.fill({ path: '/kubernetes', title: registrationMessages.kubernetes, order: 60, isFor: hasKubernetes, View: KubernetesTab }),
    entityCards.fill({ place: 'side', order: 36, isFor: hasKubernetes, View: KubernetesCard }),
    entityColumns.fill({
      name: 'health',
      order: 45,
      isFor: kind => kind === 'component',
      title: registrationMessages.health,
      value: () => undefined,
      load: async (rows, sources) => (await import('./live/load-health.ts')).loadHealth(rows, sources),
      fields: kubernetesAnnotations.map(name => `metadata.annotations.${name}`),
      Cell: HealthCell,
      isInitial: () => false,
      minPx: 120,
      dropOrder: 60,
    }),
  ],
  translations: {
    de: () => import('./languages/german.ts'),
    fr: () => import('./languages/french.ts'),
    es: () => import('./languages/spanish.ts'),
    ja: () => import('./languages/japanese.ts'),
  },
})
