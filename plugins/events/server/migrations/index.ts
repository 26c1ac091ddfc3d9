import * as events from './0001-events.ts'
import * as deliveries from './0002-deliveries.ts'
import * as seenDeliveries from './0003-seen-deliveries.ts'

export const migrations = {
  '0001-events': events,
  '0002-deliveries': deliveries,
  '0003-seen-deliveries': seenDeliveries,
}
