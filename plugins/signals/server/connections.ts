import { signalLimits } from '@portico/signals/common'
import type { Signal } from './publish.ts'

/** The way to one open page. */
export interface Receiver {
  /** A message as JSON. */
  send(text: string): void
  close(code: number, reason: string): void
}

/** Everybody without a token, and those who sign in as guests. */
export const guestRef = 'user:default/guest'

interface Connection {
  readonly receiver: Receiver
  readonly channels: Set<string>
}

/** A user with open pages. The refs are the user's own and those of what the user owns, such as groups. */
interface Member {
  readonly connections: Set<Connection>
  refs: readonly string[]
}

/** Sockets that get a broadcast before other work of the server is let in. */
const sendsPerTurn = 500
/** What one page may be sent before its socket has had the time to pass it on: a burst must not look like a slow reader. */
const bytesPerTurn = 100_000
const maxRecentBytes = 1_000_000

/** The open connections of this server: who is behind each, and what it has subscribed to. */
export function createConnections() {
  const members = new Map<string, Member>()
  const byRef = new Map<string, Set<Member>>()
  const byChannel = new Map<string, Set<Connection>>()
  let size = 0
  let guests = 0
  let queue = Promise.resolve()
  let bytesInTurn = 0
  /** What was sent lately, for pages that read their data before they could connect. */
  const recent: { readonly at: number; readonly signal: Signal; readonly text: string }[] = []
  let recentBytes = 0

  function setRefs(member: Member, refs: readonly string[]): void {
    for (const ref of member.refs) remove(byRef, ref, member)
    member.refs = refs
    for (const ref of refs) add(byRef, ref, member)
  }

  function enter(user: string): Member {
    const found = members.get(user)
    if (found) return found
    const member: Member = { connections: new Set(), refs: [] }
    members.set(user, member)
    setRefs(member, [user])
    return member
  }

  function receiversOf({ recipients, channel }: Signal): Connection[] {
    const subscribed = byChannel.get(channel)
    if (!subscribed) return []
    if (recipients.type === 'broadcast') return [...subscribed]
    const addressed = new Set([recipients.entityRef].flat().flatMap(ref => [...(byRef.get(ref.toLowerCase()) ?? [])]))
    return [...addressed].flatMap(member => [...member.connections].filter(connection => subscribed.has(connection)))
  }

  function keep(signal: Signal): string {
    const text = JSON.stringify({ channel: signal.channel, message: signal.message })
    recent.push({ at: Date.now(), signal, text })
    recentBytes += text.length
    const oldest = Date.now() - signalLimits.replayMs
    while (recent[0] && (recent[0].at < oldest || recentBytes > maxRecentBytes)) recentBytes -= recent.shift()!.text.length
    return text
  }

  function isFor({ recipients }: Signal, member: Member): boolean {
    return recipients.type === 'broadcast' || [recipients.entityRef].flat().some(ref => member.refs.includes(ref.toLowerCase()))
  }

  async function send(signal: Signal): Promise<void> {
    const receivers = receiversOf(signal)
    const text = keep(signal)
    bytesInTurn += text.length
    if (bytesInTurn > bytesPerTurn) {
      bytesInTurn = text.length
      await turn()
    }
    for (let at = 0; at < receivers.length; at += sendsPerTurn) {
      if (at > 0) await turn()
      // A subscription may have ended while others were served.
      for (const { receiver, channels } of receivers.slice(at, at + sendsPerTurn)) if (channels.has(signal.channel)) receiver.send(text)
    }
  }

  return {
    size: () => size,
    guests: () => guests,
    users: () => [...members.keys()],
    /** Sets what a user owns. */
    own(user: string, refs: readonly string[]): void {
      const member = members.get(user)
      if (member) setRefs(member, [...new Set([user, ...refs.map(ref => ref.toLowerCase())])])
    },
    /** Adds a connection of a user, which has subscribed to nothing yet. Subscribing also sends what came in so many milliseconds before. */
    open(user: string, receiver: Receiver, sinceMs = 0) {
      const member = enter(user)
      const since = Date.now() - sinceMs
      const connection: Connection = { receiver, channels: new Set() }
      member.connections.add(connection)
      size += 1
      if (user === guestRef) guests += 1
      function unsubscribe(channel: string): void {
        if (connection.channels.delete(channel)) remove(byChannel, channel, connection)
      }
      return {
        /** What is above the limit is ignored, as everything that cannot be answered. */
        subscribe(channel: string): void {
          if (connection.channels.size >= signalLimits.channelsPerConnection) return
          connection.channels.add(channel)
          add(byChannel, channel, connection)
          if (sinceMs === 0) return
          for (const { at, signal, text } of recent)
            if (at >= since && signal.channel === channel && isFor(signal, member)) receiver.send(text)
        },
        unsubscribe,
        leave(): void {
          if (!member.connections.delete(connection)) return
          size -= 1
          if (user === guestRef) guests -= 1
          for (const channel of [...connection.channels]) unsubscribe(channel)
          if (member.connections.size > 0) return
          setRefs(member, [])
          members.delete(user)
        },
      }
    },
    /** One signal after the other, so that each page gets them in order. */
    deliver(signal: Signal): Promise<void> {
      queue = queue.then(() => send(signal))
      return queue
    },
    closeAll(code: number, reason: string): void {
      for (const { connections } of members.values()) for (const { receiver } of [...connections]) receiver.close(code, reason)
    },
  }
}

export type Connections = ReturnType<typeof createConnections>

function add<K, V>(sets: Map<K, Set<V>>, key: K, value: V): void {
  const set = sets.get(key)
  if (set) set.add(value)
  else sets.set(key, new Set([value]))
}

function remove<K, V>(sets: Map<K, Set<V>>, key: K, value: V): void {
  const set = sets.get(key)
  set?.delete(value)
  if (set?.size === 0) sets.delete(key)
}

/** Lets the sockets and the other work of the server have their turn. */
function turn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}
