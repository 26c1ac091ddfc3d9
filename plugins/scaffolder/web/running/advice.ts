import type { Message } from '@portico/core/web'
import { runningMessages } from './messages.ts'
import type { RunError } from './run-log.ts'

const byCode: Readonly<Record<string, Message>> = {
  'scaffolder.refused': runningMessages.doRefused,
  'scaffolder.interrupted': runningMessages.doInterrupted,
  'scaffolder.invalid-input': runningMessages.doInput,
  'scaffolder.action-not-found': runningMessages.doUnknownAction,
  'scaffolder.action-denied': runningMessages.doDenied,
  'scaffolder.limit': runningMessages.doLimit,
  'scaffolder.expression-limit': runningMessages.doLimit,
}

const byName: Readonly<Record<string, Message>> = {
  CancelledError: runningMessages.doCancelled,
  TimeoutError: runningMessages.doTimeout,
  InputError: runningMessages.doInput,
  ConflictError: runningMessages.doExists,
  NotFoundError: runningMessages.doNotFound,
  AuthenticationError: runningMessages.doCredentials,
  NotAllowedError: runningMessages.doCredentials,
  ServiceUnavailableError: runningMessages.doUnavailable,
}

/** What to do about a failure. */
export function adviceFor({ name, code }: Pick<RunError, 'name' | 'code'>): Message {
  return (code === undefined ? undefined : byCode[code]) ?? byName[name] ?? runningMessages.doDefault
}
