import { initialView, type ViewState } from './view-state.ts'

/** What a diagram of systems shows: software and what it uses, in the boxes of systems and the lanes of domains. */
export const diagramView: ViewState = {
  ...initialView,
  maxDepth: 2,
  selectedKinds: ['component', 'api', 'resource', 'system', 'domain'],
  unidirectional: false,
  groupBy: 'domain',
}
