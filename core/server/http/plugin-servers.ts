import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { createOpenResponses } from './open-responses.ts'

/** How long a request waits for a plugin that is being exchanged, and how long those that were before it may take to end. */
const holdMs = 5000
const graceMs = 3000

interface Served {
  readonly inner: Server
  readonly open: ReturnType<typeof createOpenResponses>
  readonly sockets: Set<Duplex>
}

/** The servers of plugins from outside, by the id of the plugin: the routes of one can be exchanged or taken away as a whole, while the portal runs. */
export function createPluginServers(main: Server) {
  const served = new Map<string, Served>()
  const held = new Map<string, Promise<unknown>>()

  async function atLeastHeld(id: string): Promise<void> {
    await Promise.race([held.get(id), new Promise(resolve => setTimeout(resolve, holdMs).unref())])
  }

  function request(id: string | undefined, incoming: IncomingMessage, response: ServerResponse): void {
    const found = id === undefined ? undefined : served.get(id)
    if (!found) return void main.emit('request', incoming, response)
    found.open.add(response)
    found.open.work(response)
    found.inner.emit('request', incoming, response)
  }

  function upgrade(id: string | undefined, incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    const found = id === undefined ? undefined : served.get(id)
    if (!found) return void main.emit('upgrade', incoming, socket, head)
    found.sockets.add(socket)
    socket.once('close', () => found.sockets.delete(socket))
    found.inner.emit('upgrade', incoming, socket, head)
  }

  return {
    /** Gives a request to the plugin whose path it has, or to the server of all others. Waits for nothing unless that plugin is being exchanged. */
    request(incoming: IncomingMessage, response: ServerResponse): void {
      const id = pluginOf(incoming)
      if (id === undefined || !held.has(id)) request(id, incoming, response)
      else void atLeastHeld(id).then(() => request(id, incoming, response))
    },
    upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
      const id = pluginOf(incoming)
      if (id === undefined || !held.has(id)) upgrade(id, incoming, socket, head)
      else void atLeastHeld(id).then(() => upgrade(id, incoming, socket, head))
    },
    /** From now on requests of the plugin go there. */
    put(id: string, inner: Server): void {
      served.set(id, { inner, open: createOpenResponses(), sockets: new Set() })
    },
    /** New requests of the plugin wait until the returned function is called. */
    hold(id: string): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      held.set(id, promise)
      return () => {
        if (held.get(id) === promise) held.delete(id)
        resolve()
      }
    },
    /** Takes the routes of a plugin away: those in flight may end for a while, and what stays open is closed. */
    async remove(id: string): Promise<void> {
      const found = served.get(id)
      if (!found) return
      served.delete(id)
      found.open.drain()
      for (const socket of found.sockets) socket.destroy()
      await Promise.race([found.open.handled(), new Promise(resolve => setTimeout(resolve, graceMs).unref())])
    },
  }
}

export type PluginServers = ReturnType<typeof createPluginServers>

function pluginOf({ url = '' }: IncomingMessage): string | undefined {
  return url.startsWith('/api/') ? /^\/api\/([^/?]+)/.exec(url)?.[1] : undefined
}
