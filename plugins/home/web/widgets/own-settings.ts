import { pageMessages } from '../page-messages.ts'
import { defineWidgetSettings } from '../widget-settings.tsx'

const links = {
  type: 'array',
  title: pageMessages.ownLinks,
  maxItems: 30,
  items: {
    type: 'object',
    properties: {
      title: { type: 'string', title: pageMessages.title, maxLength: 100 },
      url: { type: 'string', title: pageMessages.address, format: 'uri' },
    },
  },
} as const

export const toolkitSettings = defineWidgetSettings({ links })

export const linksSettings = defineWidgetSettings({ title: { type: 'string', title: pageMessages.title, maxLength: 100 }, links })

export const markdownSettings = defineWidgetSettings({
  title: { type: 'string', title: pageMessages.title, maxLength: 100 },
  content: { type: 'string', title: pageMessages.content, format: 'multi-line', maxLength: 10_000 },
})

export const clockSettings = defineWidgetSettings({
  places: {
    type: 'array',
    title: pageMessages.places,
    maxItems: 12,
    items: {
      type: 'object',
      properties: {
        label: { type: 'string', title: pageMessages.place, maxLength: 50 },
        timeZone: { type: 'string', title: pageMessages.zone, format: 'time-zone', maxLength: 60 },
      },
    },
  },
})
