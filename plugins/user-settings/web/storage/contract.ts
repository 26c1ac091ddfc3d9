// A module of its own, so that it can come when it is needed: the schemas are no part of what the first page loads.
export { userSettingsApi } from '@portico/user-settings/common'
