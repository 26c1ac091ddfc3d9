import type { Text } from '@portico/ui'
import type { ReactNode } from 'react'
import type { ApiRef } from '../../apis/api-ref.ts'
import type { Client } from '../../client.ts'
import type { Identity } from '../../session/session-value.ts'
import { defineSlot } from '../../slots/slot.ts'

/** Something to go to, or to do. */
export interface Command {
  readonly id: string
  readonly title: Text
  /** What it is, beside its title: a kind, an owner. */
  readonly subtitle?: Text
  readonly icon?: ReactNode
  /** Other words by which it is found. */
  readonly keywords?: readonly string[]
  /** Where it leads. */
  readonly to?: string
  /** What it does, where it has no link. */
  readonly run?: () => void | Promise<void>
}

export interface CommandSearch {
  readonly signal: AbortSignal
  readonly client: Client
  readonly identity: Identity
  /** Guests share one name: what is kept by name is not for them. */
  readonly isGuest: boolean
  /** The words of a title in the language of the portal. */
  readonly text: (text: Text) => string
  /** An API of the portal or of a plugin. */
  readonly api: <Api>(ref: ApiRef<Api>) => Api
}

/** Where commands come from: pages, entities, docs. */
export interface CommandSource {
  /** What its commands are, above them. */
  readonly title: Text
  /** Not searched before this many characters are typed; 0 for one that has something to offer before. Default 1. */
  readonly minLength?: number
  /** The best first, at most what fits on a screen. */
  readonly search: (query: string, given: CommandSearch) => readonly Command[] | Promise<readonly Command[]>
}

/** Where plugins add to the command palette. */
export const commandPalette = defineSlot<CommandSource>({ id: 'command-source', plugin: 'core' })

/** Those whose title or keywords have every word of the query, the closest first. Without a query all, as they are. */
export function matchCommands<T>(commands: readonly T[], query: string, textsOf: (command: T) => readonly string[]): T[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return commands
    .map((command, index) => ({ command, index, distance: distanceOf(textsOf(command), words) }))
    .filter(({ distance }) => distance < Infinity)
    .sort((a, b) => a.distance - b.distance || a.index - b.index)
    .map(({ command }) => command)
}

/** 0 for the beginning of the title, then the beginning of any word, then anywhere; endless when a word is nowhere. */
function distanceOf(texts: readonly string[], words: readonly string[]): number {
  const lower = texts.map(text => text.toLocaleLowerCase())
  const distances = words.map(word => {
    if (lower[0]?.startsWith(word)) return 0
    if (lower.some(text => text.split(/[\s/:.-]+/).some(part => part.startsWith(word)))) return 1
    return lower.some(text => text.includes(word)) ? 2 : Infinity
  })
  return distances.reduce((sum, distance) => sum + distance, 0)
}
