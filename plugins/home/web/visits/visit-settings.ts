import { pageMessages } from '../page-messages.ts'
import { defineWidgetSettings } from '../widget-settings.tsx'
import { visitLimits } from './visit.ts'

export const visitSettings = defineWidgetSettings({
  limit: { type: 'integer', title: pageMessages.limit, minimum: 1, maximum: 50, default: visitLimits.listed },
  only: {
    type: 'string',
    title: pageMessages.only,
    enum: ['all', 'entities', 'docs'],
    enumTitles: [pageMessages.onlyAll, pageMessages.onlyEntities, pageMessages.onlyDocs],
    default: 'all',
  },
})
