import { AppError, authenticationError, conflictError, inputError, notAllowedError, notFoundError } from '@portico/core/common'

export function notificationNotFound(id: string) {
  return notFoundError(`There is no notification '${id}'`, { code: 'notifications.not-found' })
}

export function channelUnknown(id: string, known: readonly string[]) {
  return inputError(`There is no channel '${id}'. There are ${known.join(', ')}`, { code: 'notifications.channel-unknown' })
}

export function recipientInvalid(ref: string) {
  return inputError(`'${ref}' is no ref of an entity, such as group:default/web`, { code: 'notifications.recipient-invalid' })
}

export function notificationInvalid(why: string) {
  return inputError(`The notification cannot be sent: ${why}`, { code: 'notifications.invalid' })
}

export function tooManyRecipients(max: number) {
  return inputError(`A notification can have ${max} recipients; use a broadcast for everybody`, {
    code: 'notifications.too-many-recipients',
  })
}

export function tooManyNotifications(origin: string, limit: number, windowMs: number) {
  return new AppError(
    'TooManyRequestsError',
    `${origin} may send ${limit} notifications in ${Math.round(windowMs / 1000)} s. Try again later`,
    { code: 'notifications.too-many' },
  )
}

export function userNeeded() {
  return authenticationError('Notifications belong to a user: sign in first', { code: 'notifications.user-needed' })
}

export function serviceNeeded() {
  return authenticationError('Notifications are sent by services: use a service token', { code: 'notifications.service-needed' })
}

export function entityNotReadable(ref: string) {
  return notFoundError(`There is no entity '${ref}' that you may read`, { code: 'notifications.entity-not-readable' })
}

export function tooManyWatches(max: number) {
  return conflictError(`A user can watch ${max} entities; stop watching some first`, { code: 'notifications.too-many-watches' })
}

export function unsubscribeInvalid() {
  return notFoundError('This link to unsubscribe is not valid', { code: 'notifications.unsubscribe-invalid' })
}

export function mayNotAnnounce() {
  return notAllowedError(
    'Without permissions (permission.enabled) only those named in notifications.announcers announce things, because otherwise every user could',
    { code: 'notifications.may-not-announce' },
  )
}

export function announcementNotFound(id: string) {
  return notFoundError(`There is no announcement '${id}'`, { code: 'notifications.announcement-not-found' })
}

export function tooManyAnnouncements(max: number) {
  return conflictError(`There can be ${max} announcements; remove some first`, { code: 'notifications.too-many-announcements' })
}
