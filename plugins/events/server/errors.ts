import { AppError, notFoundError } from '@portico/core/common'

/** Nobody takes deliveries of this topic. */
export function unknownTopic(topic: string) {
  return notFoundError(`There is no topic '${topic}': events.http.topics or events.modules names those that take deliveries`, {
    code: 'events.unknown-topic',
  })
}

/** The delivery does not prove where it comes from. */
export function signatureRefused(topic: string) {
  return new AppError('NotAllowedError', `The delivery to '${topic}' has no signature, or a wrong one`, {
    code: 'events.signature-refused',
  })
}

/** Deliveries are JSON. */
export function notJsonType(type: string | undefined) {
  return new AppError('UnsupportedMediaTypeError', `A delivery is application/json, not ${type ?? 'without a type'}`, {
    code: 'events.not-json',
  })
}

export function deliveryTooLarge(maxBytes: number) {
  return new AppError('PayloadTooLargeError', `A delivery has at most ${maxBytes / 2 ** 20} MB`, { code: 'events.too-large' })
}

/** There is no such subscription. */
export function subscriptionNotFound(id: string) {
  return notFoundError(`There is no subscription '${id}'`, { code: 'events.unknown-subscription' })
}
