/** How the process of a plugin does. */
export interface ProcessStatus {
  readonly state: 'starting' | 'running' | 'restarting' | 'ended'
  readonly pid?: number
  readonly memoryBytes?: number
  readonly maxMemoryBytes: number
  /** How often it was started again. */
  readonly restarts: number
  /** Why it ended last, and when, as an ISO text. */
  readonly lastReason?: string
  readonly lastEndedAt?: string
}
