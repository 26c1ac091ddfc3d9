import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { unsubscribeInvalid } from '../errors.ts'
import type { SettingStore } from '../inbox/setting-store.ts'

const Unsubscription = z.object({
  user: z.string(),
  channel: z.string(),
  /** Origins with their topics; without a topic everything of the origin. */
  from: z.array(z.object({ origin: z.string(), topic: z.string().optional() })),
})
export type Unsubscription = z.output<typeof Unsubscription>

/** Mail servers refuse headers of many kilobytes: one click is for the newest topics of a long digest. */
const maxSenders = 10

/** The token of a link by which a mail is unsubscribed from. It is good for that alone, and for as long as mails are kept. */
export function toUnsubscribeToken(unsubscription: Unsubscription, key: Buffer): string {
  const from = new Map(unsubscription.from.map(each => [`${each.origin} ${each.topic}`, each]))
  const short = { ...unsubscription, from: [...from.values()].slice(-maxSenders) }
  const text = Buffer.from(JSON.stringify(short)).toString('base64url')
  return `${text}.${signatureOf(text, key).toString('base64url')}`
}

/** What a token stands for; undefined for one that was not made here. */
export function readUnsubscribeToken(token: string, key: Buffer): Unsubscription | undefined {
  const [text = '', signature = ''] = token.split('.')
  const given = Buffer.from(signature, 'base64url')
  const expected = signatureOf(text, key)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  return Unsubscription.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data
}

function signatureOf(text: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

export type Unsubscribe = ReturnType<typeof createUnsubscribe>

/** Switches off what a link in a mail stands for. */
export function createUnsubscribe({
  settings,
  signingKey,
}: {
  readonly settings: Pick<SettingStore, 'switchOff'>
  readonly signingKey: () => Promise<Buffer>
}) {
  return async (token: string): Promise<{ unsubscribed: boolean }> => {
    const found = readUnsubscribeToken(token, await signingKey())
    if (!found) throw unsubscribeInvalid()
    await settings.switchOff(found.user, found.channel, found.from)
    return { unsubscribed: true }
  }
}
