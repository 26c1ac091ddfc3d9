import {
  authenticationError,
  conflictError,
  inputError,
  notAllowedError,
  notFoundError,
  unavailableError,
  type Problem,
} from '@portico/core/common'

export function templateNotFound(ref: string) {
  return notFoundError(`There is no template '${ref}'`, { code: 'scaffolder.template-not-found' })
}

export function entityNotFound(ref: string) {
  return notFoundError(`There is no entity '${ref}'`, { code: 'scaffolder.entity-not-found' })
}

export function notATemplate(kind: string) {
  return inputError(`'${kind}' is not the kind of a template; only templates can be run`, { code: 'scaffolder.not-a-template' })
}

export function invalidTemplate(ref: string, problems: readonly Problem[]) {
  return inputError(`The template ${ref} is not valid: ${problems.map(({ message }) => message).join('; ')}`, {
    code: 'scaffolder.invalid-template',
    details: { problems: problems.map(({ path, message }) => ({ path, message })) },
  })
}

export function badLocation(why: string) {
  return inputError(why, { code: 'scaffolder.repository-location' })
}

export function wrongPlatform(action: string, { host, title }: { readonly host: string; readonly title: string }) {
  return inputError(`${action} works with ${title}, and the integrations of the config do not have '${host}' as a host of it`, {
    code: 'scaffolder.wrong-platform',
  })
}

export function taskNotFound(id: string) {
  return notFoundError(`There is no task '${id}'`, { code: 'scaffolder.task-not-found' })
}

export function taskNotEnded(id: string, status: string) {
  return conflictError(`The task '${id}' is ${status}; only a task that has ended can be retried or undone`, {
    code: 'scaffolder.task-not-ended',
  })
}

export function provenanceNotFound(what: string) {
  return notFoundError(`There is nothing that a template made: '${what}'`, { code: 'scaffolder.origin-not-found' })
}

export function invalidOrder(order: string) {
  return inputError(`'${order}' is not an order; write asc: or desc: and then created_at, status or created_by`, {
    code: 'scaffolder.invalid-order',
  })
}

export function expressionExceeded({
  path,
  source,
  message,
}: {
  readonly path: string
  readonly source: string
  readonly message: string
}) {
  const short = source.length > 200 ? `${source.slice(0, 197)}…` : source
  return inputError(`${path}: ${message}, in '${short}'`, { code: 'scaffolder.expression-limit' })
}

export function actionNotFound(id: string, nearest: string | undefined) {
  const hint = nearest === undefined ? '' : `; did you mean '${nearest}'?`
  return notFoundError(`There is no action '${id}'${hint}`, { code: 'scaffolder.action-not-found' })
}

export function invalidActionInput(action: string, problems: readonly string[]) {
  return inputError(`The input of ${action} is not valid: ${problems.join('; ')}`, { code: 'scaffolder.invalid-input' })
}

export function actionNotAllowed(action: string) {
  return notAllowedError(`The permission scaffolder.action.execute is needed to run ${action} with this input`, {
    code: 'scaffolder.action-denied',
  })
}

export function outsideWorkspace(path: string) {
  return inputError(`'${path}' is outside of the workspace`, { code: 'scaffolder.outside-workspace' })
}

export function linkOutsideWorkspace(path: string, to: string) {
  return inputError(`The link '${path}' leads to '${to}', which is outside of the workspace`, { code: 'scaffolder.outside-workspace' })
}

/** The file is not there afterwards: half of one would be taken for a whole one when the step is run again. */
export function diskFull(path: string) {
  return unavailableError(`The disk of the server is full: '${path}' could not be written. Make room, then retry the task`, {
    code: 'scaffolder.disk-full',
  })
}

/** Whatever it does to a server, a task is not tried for ever. */
export function serverEnded(stepId: string | undefined) {
  const what = stepId === undefined ? 'this task was prepared or finished' : 'this step ran'
  return conflictError(`The server ended while ${what}, twice. Find out why before you retry it: a retry may end the server again`, {
    code: 'scaffolder.server-ended',
  })
}

export function broadcastDenied() {
  return notAllowedError('Only those who may manage announcements may notify everybody. Name users or groups instead', {
    code: 'scaffolder.broadcast-denied',
  })
}

export function callerRestricted() {
  return notAllowedError('A task of a program whose access is limited cannot call other plugins. Have a user run the template', {
    code: 'scaffolder.caller-restricted',
  })
}

export function secretShown(where: string, name: string | undefined) {
  const which = name === undefined ? 'all secrets' : `the secret '${name}'`
  const what = name === undefined ? 'Name the one that is meant' : `Remove it, or name it in spec.secrets.inLogs of the template`
  return inputError(`${where} uses ${which}, and what is made of a secret may show there. ${what}`, { code: 'scaffolder.secret-shown' })
}

/** What a user asked for cannot be done as that user any more. */
export function signInEnded(user: string) {
  return authenticationError(
    `The sign-in of ${user} has ended while the task ran. Retry the task: it goes on here, with your sign-in of then`,
    {
      code: 'scaffolder.sign-in-ended',
    },
  )
}

export function limitExceeded(what: string) {
  return inputError(what, { code: 'scaffolder.limit' })
}

export function topicNotOffered(topic: string) {
  return inputError(
    `Steps cannot wait for events of '${topic}'. Whoever runs the portal can offer it in scaffolder.waitTopics, with the fields that templates may see`,
    { code: 'scaffolder.wait-topic' },
  )
}

export function responseTooLarge(what: string, maxBytes: number) {
  return limitExceeded(
    `${what} was answered with more than ${maxBytes / 2 ** 20} MB. Ask for less, or raise scaffolder.http.maxMegabytes in the config`,
  )
}

export function notWaiting(taskId: string) {
  return conflictError(`The task '${taskId}' does not wait for this`, { code: 'scaffolder.not-waiting' })
}

export function mayNotApprove(why: string) {
  return notAllowedError(why, { code: 'scaffolder.approval-denied' })
}

export function refusedBy(who: string, reason: string | undefined) {
  return notAllowedError(`${who} refused it${reason === undefined ? '' : `: ${reason}`}`, { code: 'scaffolder.refused' })
}

export function autocompleteUnknown(what: string) {
  return inputError(what, { code: 'scaffolder.autocomplete' })
}

export function serverNeeded() {
  return unavailableError('This needs a server, and there is none on the command line', { code: 'scaffolder.offline' })
}

export function secretsTooLong() {
  return inputError(
    'The secrets of this task, and the texts that its steps make of them, are too long to be hidden. Use shorter secrets, or put them into shorter inputs',
    { code: 'scaffolder.secrets-too-long' },
  )
}

export function filesNotKept(
  taskId: string,
  settings: {
    readonly workspaceRetention: number
    readonly taskRecovery: { readonly enabled: boolean; readonly maxWorkspaceMegabytes: number }
  },
) {
  const { enabled, maxWorkspaceMegabytes } = settings.taskRecovery
  const days = Math.round(settings.workspaceRetention / 86_400_000)
  const why = enabled
    ? `It has made none, they are larger than ${maxWorkspaceMegabytes} MB together, or it ended more than ${days} days ago`
    : 'scaffolder.taskRecovery is off in the config'
  return notFoundError(`There are no files of the task '${taskId}' to download. ${why}`, { code: 'scaffolder.files-not-kept' })
}

export function valuesRejected(errors: readonly { readonly stack: string }[]) {
  return inputError(`The values do not fit the template: ${errors.map(({ stack }) => stack).join('; ')}`, {
    code: 'scaffolder.invalid-values',
  })
}
