import type { SendMailOptions } from 'nodemailer'
import type { Outcome } from '../sending/outbox.ts'
import type { EmailSettings } from './config.ts'

/** What nodemailer says about a failure. */
interface SmtpFailure {
  readonly message: string
  readonly code?: string
  readonly responseCode?: number
  /** The command that failed: `RCPT TO`. */
  readonly command?: string
}

/** The commands that are about one mail; the others are about the connection or the login. */
const mailCommands: ReadonlySet<string | undefined> = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])

/** Hands one mail to the mail server, over a connection of its own, and says how that went. */
export async function sendOverSmtp(settings: EmailSettings['transportConfig'], mail: SendMailOptions): Promise<Outcome> {
  // Loaded with the first mail.
  const { createTransport } = await import('nodemailer')
  const { hostname, port, secure, requireTls, username, password } = settings
  const progress = { isBodySent: false }
  const transport = createTransport({
    host: hostname,
    port,
    secure,
    requireTLS: requireTls,
    ...(username !== undefined && { auth: { user: username, pass: password ?? '' } }),
    connectionTimeout: 20_000,
    greetingTimeout: 30_000,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
    transactionLog: true,
    logger: createWitness(progress) as never,
  })
  try {
    await transport.sendMail(mail)
    return { state: 'sent' }
  } catch (error) {
    return toOutcome(error as SmtpFailure, progress.isBodySent)
  } finally {
    transport.close()
  }
}

/** A refusal for ever ends it; a connection lost after the text was sent leaves open whether the mail was taken; all else can be tried again. */
function toOutcome({ message, code, responseCode, command }: SmtpFailure, isBodySent: boolean): Outcome {
  if (responseCode === undefined && isBodySent)
    return { state: 'unknown', why: `${message}, after the mail was sent and before the mail server confirmed it` }
  const isRefused = mailCommands.has(command) && responseCode !== undefined && responseCode >= 500
  // A mail that is too large, or an address that nodemailer refuses, stays so.
  const isInvalid = responseCode === undefined && (code === 'EENVELOPE' || code === 'EMESSAGE')
  return { state: isRefused || isInvalid ? 'failed' : 'retry', why: message }
}

/** Reads the dialogue, which nodemailer only logs: after 354 the text of the mail goes out. */
function createWitness(progress: { isBodySent: boolean }) {
  const debug = (entry: { tnx?: string }, text: unknown) => {
    if (entry?.tnx === 'server' && String(text).startsWith('354')) progress.isBodySent = true
  }
  const quiet = () => {}
  return { level: quiet, trace: quiet, debug, info: quiet, warn: quiet, error: quiet, fatal: quiet }
}
