import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** As much of a mail server as a client needs to hand over a mail. */
export async function startMailServer() {
  const mails: string[] = []
  const server = createServer(socket => {
    let mail: string | undefined
    let rest = ''
    socket.write('220 mail.test ESMTP\r\n')
    socket.on('error', () => undefined)
    socket.on('data', piece => {
      rest += String(piece)
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        if (mail !== undefined && line !== '.') mail += `${line}\n`
        else if (mail !== undefined) {
          mails.push(mail)
          mail = undefined
          socket.write('250 taken\r\n')
        } else if (/^DATA/i.test(line)) {
          mail = ''
          socket.write('354 go on\r\n')
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
        else socket.write('250 fine\r\n')
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { mails, port: (server.address() as AddressInfo).port, stop: () => server.close() }
}
