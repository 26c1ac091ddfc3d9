import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** How the mail server answers a recipient instead of taking the mail: with a refusal, or by hanging up once it has all of the mail. */
export type MailRefusal = { readonly code: number; readonly text: string } | 'hang up after the mail'

/** A mail server on loopback, by a library, that keeps what it takes and refuses whom it is told to. */
export async function startMailServer() {
  const mails: string[] = []
  const refusals = new Map<string, MailRefusal>()
  const asked: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo({ address }, _session, callback) {
      asked.push(address)
      const refusal = refusals.get(address)
      if (typeof refusal === 'object') return callback(Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
      return callback()
    },
    onData(stream, session, callback) {
      let text = ''
      stream.on('data', chunk => (text += String(chunk)))
      stream.on('end', () => {
        mails.push(text.replaceAll('\r\n', '\n'))
        if (session.envelope.rcptTo.some(({ address }) => refusals.get(address) === 'hang up after the mail')) {
          for (const connection of server.connections) if (connection.session.id === session.id) connection.close()
        } else callback()
      })
    },
  })
  server.on('error', () => {})
  const listener = server.listen(0, '127.0.0.1')
  if (!listener.listening) await once(listener, 'listening')
  return {
    mails,
    refusals,
    /** Every address that a client named as recipient, in order. */
    asked,
    port: (listener.address() as AddressInfo).port,
    stop: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}
