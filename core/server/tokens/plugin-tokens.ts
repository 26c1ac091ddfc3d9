import type { Principal } from '../host/principal.ts'

/** Tokens one plugin makes to call another, also one on another server. */
export interface PluginTokens {
  /** A token for calling `targetPluginId`; with a user as `onBehalfOf`, the call counts as that user's. */
  forPlugin(targetPluginId: string, onBehalfOf?: Principal): Promise<string>
  /** Who a token stands for; throws an AuthenticationError that says what is wrong with it. */
  verify(token: string): Promise<Principal>
}
