import { AppError, inputError, notAllowedError } from '@portico/core/common'

export function signalInvalid(reason: string) {
  return inputError(`The signal cannot be sent: ${reason}`, { code: 'signals.signal-invalid' })
}

export function messageTooLarge(bytes: number, max: number) {
  return inputError(`The message of the signal has ${bytes} bytes as JSON; ${max} are allowed`, { code: 'signals.message-too-large' })
}

export function servicesReceiveNothing() {
  return notAllowedError('Signals are for users: a service subscribes to events', { code: 'signals.services-receive-nothing' })
}

export function tooManyConnections() {
  return new AppError('ServiceUnavailableError', 'This server has as many connections as it may have', {
    code: 'signals.too-many-connections',
  })
}
