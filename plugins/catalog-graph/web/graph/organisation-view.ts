import { initialView, type ViewState } from './view-state.ts'

const { direction: _direction, ...withoutDirection } = initialView

/** What a diagram of systems shows: software and what it uses, in the boxes of systems and the lanes of domains. */
export const organisationView: Omit<ViewState, 'direction'> = {
  ...withoutDirection,
  maxDepth: 2,
  selectedKinds: ['component', 'api', 'resource', 'system', 'domain'],
  unidirectional: false,
  groupBy: 'domain',
}
