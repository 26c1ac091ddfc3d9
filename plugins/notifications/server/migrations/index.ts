import * as notifications from './0001-notifications.ts'
import * as mail from './0002-mail.ts'
import * as watchTables from './0003-watches.ts'
import * as announcementTables from './0004-announcements.ts'
import * as watchedRules from './0005-watched-rules.ts'
import * as outgoing from './0006-outgoing.ts'

export const migrations = {
  '0001-notifications': notifications,
  '0002-mail': mail,
  '0003-watches': watchTables,
  '0004-announcements': announcementTables,
  '0005-watched-rules': watchedRules,
  '0006-outgoing': outgoing,
}
