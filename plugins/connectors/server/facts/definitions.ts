import type { FactDefinition, PushedDefinition } from '@portico/connectors/common'
import { factOfOther } from '../errors.ts'
import type { FactDraft } from './facts-service.ts'

/** Which facts there are: those of connectors, those that plugins declare, and those that programs have described. */
export function createDefinitions() {
  const declared = new Map<string, readonly FactDefinition[]>()
  const owners = new Map<string, 'connector' | 'plugin'>()
  let pushed: readonly FactDefinition[] = []
  let byName = new Map<string, FactDefinition>()

  function collect(): void {
    // What a program has sent gives way to what the portal knows by itself.
    byName = new Map([...pushed, ...[...declared.values()].flat()].map(each => [each.name, each]))
  }

  function withdraw(source: string): void {
    declared.delete(source)
    owners.delete(source)
    collect()
  }

  return {
    all: (): readonly FactDefinition[] => [...byName.values()],
    find: (name: string): FactDefinition | undefined => byName.get(name),
    /** Connectors and plugins each have sources of their own. */
    ownerOf: (source: string): 'connector' | 'plugin' | undefined => owners.get(source),
    /** Returns the function that withdraws these facts, and not those of a later call with the same source. */
    declare(owner: 'connector' | 'plugin', source: string, drafts: readonly FactDraft[]): () => void {
      if ((owners.get(source) ?? owner) !== owner) throw new Error(`Facts of '${source}' are declared by a ${owners.get(source)} already`)
      const wrong = drafts.find(({ name }) => !name.startsWith(`${source}.`))
      if (wrong) throw new Error(`The fact '${wrong.name}' must begin with the name of its source: '${source}.'`)
      const definitions = drafts.map(draft => toDefinition(source, draft))
      owners.set(source, owner)
      declared.set(source, definitions)
      collect()
      return () => {
        if (declared.get(source) === definitions) withdraw(source)
      }
    },
    withdraw,
    setPushed(definitions: readonly PushedDefinition[]): void {
      pushed = definitions.map(each => toDefinition(sourceOf(each.name), each))
      collect()
    },
    /** Throws for a name that is not for programs. */
    refuseOthers(name: string): void {
      const source = sourceOf(name)
      if (declared.has(source)) throw factOfOther(name, source)
    },
  }
}

export type Definitions = ReturnType<typeof createDefinitions>

export function sourceOf(name: string): string {
  return name.slice(0, name.indexOf('.'))
}

function toDefinition(source: string, draft: FactDraft | PushedDefinition): FactDefinition {
  const { indexed = false } = draft
  return { history: draft.type !== 'list', ...draft, source, indexed }
}
