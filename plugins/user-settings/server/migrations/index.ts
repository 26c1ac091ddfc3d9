import * as userSettings from './0001-user-settings.ts'

export const migrations = {
  '0001-user-settings': userSettings,
}
