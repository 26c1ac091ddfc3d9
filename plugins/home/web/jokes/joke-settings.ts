import { pageMessages } from '../page-messages.ts'
import { defineWidgetSettings } from '../widget-settings.tsx'

export const jokeSettings = defineWidgetSettings({
  defaultCategory: {
    type: 'string',
    title: pageMessages.category,
    enum: ['any', 'programming', 'dad'],
    enumTitles: [pageMessages.categoryAny, pageMessages.categoryProgramming, pageMessages.categoryDad],
    default: 'any',
  },
})
