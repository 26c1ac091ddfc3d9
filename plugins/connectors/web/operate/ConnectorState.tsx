import type { ConnectorSummary, TargetState } from '@portico/connectors/common'
import { useText } from '@portico/core/web'
import { Status, type StatusKind } from '@portico/ui'
import { operateMessages } from './messages.ts'

type State = ConnectorSummary['state'] | TargetState['state']

const kinds: Readonly<Record<State, StatusKind>> = {
  ok: 'ok',
  waiting: 'pending',
  failing: 'error',
  off: 'unknown',
  invalid: 'error',
  limited: 'warning',
}
const words = {
  ok: operateMessages.stateOk,
  waiting: operateMessages.stateWaiting,
  failing: operateMessages.failing,
  off: operateMessages.stateOff,
  invalid: operateMessages.stateInvalid,
  limited: operateMessages.stateLimited,
} as const

/** How a connector or one of its targets runs. */
export function ConnectorState({ state }: { readonly state: State }) {
  const text = useText()
  return <Status kind={kinds[state]}>{text(words[state])}</Status>
}
