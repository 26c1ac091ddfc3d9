import type { AccessRestriction, AgentMark, GuestKind, PluginTokens, Principal } from '@portico/core/server'
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** What is encrypted with a task. */
export interface SealedTask {
  readonly secrets: Readonly<Record<string, string>>
  readonly caller: StoredCaller
}

export interface StoredCaller {
  readonly type: Principal['type']
  readonly userEntityRef?: string | undefined
  readonly subject?: string | undefined
  readonly token?: string | undefined
  readonly guest?: GuestKind | undefined
  /** The agent that asked for it: what a role takes from agents it takes from the steps too. */
  readonly agent?: AgentMark | undefined
  readonly restrictions?: readonly AccessRestriction[] | undefined
}

const ivLength = 12
const tagLength = 16

/** Encrypts what must not be readable in the database. Bound to its task: a row cannot be opened in the place of another. */
export function createSealing(key: Buffer, tokens: Pick<PluginTokens, 'forPlugin'>) {
  return {
    /** Who asked for a task, as it is kept with it. */
    async storedCaller(caller: Principal): Promise<StoredCaller> {
      if (caller.type === 'none') return { type: 'none' }
      if (caller.type === 'service')
        return { type: 'service', subject: caller.subject, ...(caller.restrictions && { restrictions: caller.restrictions }) }
      const { userEntityRef, guest, agent } = caller
      // The token of an agent is not passed on: its steps call other plugins with one that is made for the run.
      const token = agent && caller.token === undefined ? await tokens.forPlugin('scaffolder', caller) : caller.token
      return { type: 'user', userEntityRef, token, guest, agent }
    },
    seal(value: unknown, taskId: string): Buffer {
      const iv = randomBytes(ivLength)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      cipher.setAAD(Buffer.from(taskId))
      return Buffer.concat([iv, cipher.update(JSON.stringify(value), 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    /** Undefined for what was sealed with another key, or for another task. */
    open<T>(sealed: Buffer, taskId: string): T | undefined {
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivLength))
        decipher.setAAD(Buffer.from(taskId))
        decipher.setAuthTag(sealed.subarray(-tagLength))
        const text = Buffer.concat([decipher.update(sealed.subarray(ivLength, -tagLength)), decipher.final()])
        return JSON.parse(text.toString('utf8')) as T
      } catch {
        return undefined
      }
    },
  }
}

export type Sealing = ReturnType<typeof createSealing>

/** The key of a text in the config. */
export function keyOfText(text: string): Buffer {
  return createHash('sha256').update(`portico scaffolder\0${text}`).digest()
}
