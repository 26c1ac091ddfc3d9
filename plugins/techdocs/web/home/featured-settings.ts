import { defineWidgetSettings } from '@portico/home/web'
import { techdocsMessages } from '../messages.ts'

export const featuredSettings = defineWidgetSettings({
  tag: { type: 'string', title: techdocsMessages.featuredTag, description: techdocsMessages.featuredTagHint, maxLength: 63 },
  limit: { type: 'integer', title: techdocsMessages.featuredLimit, minimum: 1, maximum: 50, default: 8 },
})
