/** Limits of one render. */
export const renderLimits = {
  sourceCodeUnits: 1_000_000,
  outputCodeUnits: 8_000_000,
  workUnits: 100_000,
  astNodes: 100_000,
  nestingDepth: 64,
  capabilityCalls: 4096,
  scratchBytes: 16_000_000,
} as const
