import { stateLabel, toneOf, type FactDefinition, type Tone } from '@portico/connectors/common'
import { Status } from '@portico/ui'

interface StateTextProps {
  readonly fact: Pick<FactDefinition, 'states' | 'labels'>
  readonly value: string | number | boolean
  /** By default what the fact says of the state. */
  readonly tone?: Tone | undefined
  /** What stands before it. */
  readonly title?: string | undefined
}

/** A state of a tool, as people read it. */
export function StateText({ fact, value, tone = toneOf(fact, value), title }: StateTextProps) {
  return <Status kind={tone}>{[title, stateLabel(fact, value)].filter(Boolean).join(' ')}</Status>
}
